/** Word, Excel and PowerPoint files, with an agent's edit and a suggestion. */
import type { Views } from "./stage";

export async function takeOfficeFiles(views: Views): Promise<void> {
  const { galley, take, press, type, cancel, either } = views;
  if (!views.isWanted("office")) return;
  const { page } = galley;
  const text = either(
    "# The ferry\n\nIt leaves at **seven** from the *old* harbour.\n\n## What to bring\n\n- A lamp\n- A coat\n\n| Name | Price |\n| --- | --- |\n| Lamp | 12 |\n\nThe sea was grey that day.",
    "# 渡船\n\n**七点**从旧港出发。\n\n## 要带的东西\n\n- 一盏灯\n- 一件外套\n\n| 名称 | 价格 |\n| --- | --- |\n| 灯 | 12 |\n\n那天的海是灰色的。",
  );
  const rows = Array.from({ length: 80 }, (_, at) => `${either("Lamp", "灯")} ${at + 1},${at * 3},=B${at + 1}*2`);
  const slides = either(
    "# The plan\n- Leave at seven\n- Bring a lamp\n\n# Needed\n- Bread",
    "# 计划\n- 七点出发\n\n# 需要\n- 面包",
  );
  const office = (args: Record<string, unknown>) => galley.agent("office_artifact", args);
  await office({ action: "create", path: "ferry.docx", content: text });
  await office({ action: "create", path: "sums.xlsx", content: rows.join("\n") });
  await office({ action: "create", path: "talk.pptx", content: slides });
  const edit = { action: "edit", path: "ferry.docx", operation: "replace_text" };
  await office({ ...edit, find: either("A lamp", "一盏"), replace: either("Two lamps", "两盏") });
  await office({ ...edit, find: either("grey", "灰色"), replace: either("green", "绿色"), track_changes: true });
  await office({ action: "edit", path: "sums.xlsx", operation: "set_cells", cells: { "Sheet1!B3": 70 } });
  const takeFile = (view: string, name: string, act: () => Promise<unknown> = async () => undefined) =>
    take(view, {
      show: async () => {
        await page.getByRole("treeitem", { name }).dblclick();
        await page.locator(".office").waitFor();
        await views.waitForPixels();
        await act();
      },
      leave: () => press("Control+w"),
    });
  const last = page.locator(".office-line[data-at]").last();
  await takeFile("office text", "ferry.docx", () => last.click().then(cancel));
  await takeFile("office text, written in", "ferry.docx", () => last.click().then(() => type(" …")));
  await takeFile("office text, find", "ferry.docx", () => press("Control+f").then(() => type(either("lamp", "灯"))));
  await takeFile("office sheet", "sums.xlsx", () => page.locator("[data-cell='3.2']").click());
  await takeFile("office slides", "talk.pptx");
}
