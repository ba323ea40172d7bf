import { describe, expect, it } from "vitest";
import { rewritePackage } from "../office/package/package-writer";
import { openZip } from "../office/package/zip";
import type { LockMode } from "../ports/comments";
import { engineForTests } from "../tools/engine-for-tests";

const rows = "Crop,Kilos,Price\nBeans,3,2\nPeas,4,1";
const deck = "# One\n\n- first\n\n# Two\n\n- second\n\n# Three\n\n- third";

async function made(path: string, content: string, options: { reviewEdits?: () => boolean } = {}) {
  const on = engineForTests({}, options);
  const run = (args: Record<string, unknown>, tool = "office_artifact") => on.call(tool, { path, ...args });
  const created = await run({ action: "create", content });
  expect(created.ok, created.message).toBe(true);
  const protect = (kind: "cells" | "slide" | "document", address: string, words = "", mode: LockMode = "locked") =>
    on.engine.comments.protect(
      { realPath: `/w/${path}`, text: "", version: "" },
      { kind, mode, from: 0, to: 0, address, words },
      ["/w"],
    );
  const refused = async (args: Record<string, unknown>, tool?: string) => {
    const before = await on.bytesOf(path);
    const answer = await run(args, tool);
    expect(answer.error?.code, answer.message).toBe("protected");
    expect(await on.bytesOf(path)).toBe(before);
    return answer;
  };
  const allowed = async (args: Record<string, unknown>, tool?: string) => {
    const answer = await run(args, tool);
    expect(answer.ok, answer.message).toBe(true);
    return answer;
  };
  return { ...on, protect, refused, allowed, run };
}
const setCells = (cells: Record<string, unknown>) => ({ action: "edit", operation: "set_cells", cells });

describe.each(["a.xlsx", "a.ods"])("protected cells of %s", (path) => {
  it("are changed by no operation of an agent, while the other cells are", async () => {
    const { protect, refused, allowed, engine } = await made(path, rows);
    await allowed(setCells({ C4: "=SUM(C2:C3)" }));
    const [first] = await engine.history.list(`/w/${path}`);
    await allowed(setCells({ A2: "Broad beans", E1: "x" }));
    await protect("cells", "Sheet1!A2:B3");
    await protect("cells", "Sheet1!C4");
    const { message } = await refused(setCells({ A2: "Lentils" }));
    expect(message).toContain(`the user protects Sheet1!A2:B3 of ${path}: it must not be changed by agents`);
    expect(message).toContain("The other cells may be changed.");
    await refused({ ...setCells({ D1: "ok", B3: 9 }), dry_run: true });
    await refused(setCells({ B2: "=1+2" }));
    await refused({ action: "edit", operation: "replace_text", find: "Peas", replace: "Leeks" });
    await refused({ action: "edit", operation: "set_rows", sheet: "Sheet1", start: "A1", rows: [["a"], ["b"]] });
    await refused({ action: "restore_version", version_id: first?.version_id });
    await refused({ action: "delete" }, "workspace");
    await refused({ action: "move", to: "b.docx" }, "workspace");
    // A formula that is protected keeps its words when what it adds up changes.
    await allowed(setCells({ C2: 7, D1: "Notes", A1: "Plant" }));
    await refused(setCells({ C4: 8 }));
    await allowed({ action: "add", section: "A2", text: "May I change this?" }, "comments");
  });

  it("are followed when another program inserts and removes rows and columns, and protect no other words when they are gone", async () => {
    const { allowed, refused, engine, outside } = await made(path, `${rows}\nLeeks,5,3\nKale,6,2`);
    const lock = async (address: string) => {
      const { bytes, version } = await engine.documents.readBytes(`/w/${path}`, ["/w"]);
      const format = path === "a.xlsx" ? ("xlsx" as const) : ("ods" as const);
      const print = (await engine.packages.run("printOfCells", { bytes, format, name: path, address })) ?? undefined;
      const passage = { kind: "cells", mode: "locked", from: 0, to: 0, address, print } as const;
      await engine.comments.protect({ realPath: `/w/${path}`, text: "", version }, passage, ["/w"]);
    };
    await lock("Sheet1!A3:B3");
    const rewrite = async (content: string) => {
      const other = await made(path, content);
      await outside(path, (await other.engine.documents.readBytes(`/w/${path}`, ["/w"])).bytes);
      await allowed({ action: "read" });
    };
    await rewrite("New,Crop,Kilos,Price\n,Onions,1,1\n,Beans,3,2\n,Peas,4,1\n,Leeks,5,3\n,Kale,6,2");
    const { message } = await refused(setCells({ B4: "Lentils" }));
    expect(message).toContain("the user protects Sheet1!B4:C4");
    await allowed(setCells({ A3: "mine", B3: "Broad beans" }));
    // A copy elsewhere does not set them free, nor do copies of the rows around them.
    await refused(setCells({ B4: "Lentils", C4: 9, F9: "Peas", G9: 4 }));
    await refused(
      setCells({
        A3: 1,
        B3: 2,
        C3: 3,
        D3: 4,
        B5: "x",
        C5: 1,
        A12: "mine",
        B12: "Broad beans",
        C12: 3,
        D12: 2,
        B13: "Peas",
        C13: 4,
        D13: 1,
        B14: "Leeks",
        C14: 5,
        D14: 3,
      }),
    );
    // Changed where they are, by the user.
    await rewrite("Crop,Kilos,Price\nBeans,3,2\nSweet peas,9,1\nLeeks,5,3\nKale,6,2");
    await refused(setCells({ A3: "Lentils" }));
    await rewrite("Crop,Kilos,Price\nRice,3,2\nWheat,9,1\nOats,5,3");
    await allowed(setCells({ A3: "Lentils" }));
  });

  it("keep their protection when their sheet has another name: the answer names what is not found", async () => {
    const { protect, refused, allowed, engine } = await made(path, rows);
    await protect("cells", "Old name!A2:B3");
    const { message } = await refused(setCells({ A2: "Lentils" }));
    expect(message).toContain(`the user protects Old name!A2:B3 of ${path}, and there is no such sheet`);
    expect(message).toContain("Ask the user to name it as in Old name!A2:B3");
    const [lock] = await engine.comments.locks({ realPath: `/w/${path}`, text: "", version: "" });
    await engine.comments.unprotect(`/w/${path}`, lock?.lock ?? "");
    await allowed(setCells({ A2: "Lentils" }));
  });

  it("may be changed with `suggest` as long as edits are reviewed", async () => {
    let isReviewed = true;
    const { protect, refused, allowed } = await made(path, rows, { reviewEdits: () => isReviewed });
    await protect("cells", "Sheet1!A2", "", "suggest");
    await allowed(setCells({ A2: "Lentils" }));
    isReviewed = false;
    const { message } = await refused(setCells({ A2: "Beans" }));
    expect(message).toContain("Only edits that wait for the user's review are allowed there");
  });
});

describe.each(["a.pptx", "a.odp"])("a protected slide of %s", (path) => {
  it("is changed by no operation of an agent, also after it has moved, while the other slides are", async () => {
    const { protect, refused, allowed } = await made(path, deck);
    await protect("slide", "slide 2", "Two");
    const replace = (find: string) => ({ action: "edit", operation: "replace_text", find, replace: "other" });
    const { message } = await refused(replace("second"));
    expect(message).toContain(`the user protects slide 2 of ${path}: it must not be changed by agents`);
    expect(message).toContain("The other slides may be changed.");
    await refused({ ...replace("Two"), dry_run: true });
    await refused({ action: "edit", operation: "set_slides", slides: [{ title: "Only", bullets: [] }] });
    await allowed(replace("third"));
    await allowed({ action: "edit", operation: "prepend", content: "# Zero\n\n- zeroth" });
    await refused(replace("second"));
    await allowed(replace("first"));
    await allowed({ action: "add", section: "slide 3", text: "May I?" }, "comments");
    await refused(replace("second"));
  });

  const prepend = (content: string) => ({ action: "edit", operation: "prepend", content });
  const replaceIn = (find: string) => ({ action: "edit", operation: "replace_text", find, replace: "other" });

  it("without a title stays where it is: agents add slides behind it only", async () => {
    const { protect, refused, allowed } = await made(path, "# One\n\n- first\n\n# Two\n\n- second");
    await protect("slide", "slide 2");
    await refused(prepend("# Zero\n\n- zeroth"));
    await allowed({ action: "edit", operation: "append_text", content: "# Three\n\n- third" });
    await refused(replaceIn("second"));
    await allowed(replaceIn("first"));
  });

  it("does not lose its protection to another slide with its title", async () => {
    const { protect, refused, allowed } = await made(path, deck);
    await protect("slide", "slide 1", "One");
    await refused(prepend("# One\n\n- mine"));
    await allowed({ action: "edit", operation: "append_text", content: "# One\n\n- mine" });
    await refused(prepend("# Zero\n\n- zeroth"));
    await refused(replaceIn("first"));
    await allowed(replaceIn("mine"));
  });
});

it.each(["a.pptx", "a.odp"])(
  "a protected slide of %s does not lose its protection to a copy that takes its title in the same edit",
  async (path) => {
    const { protect, refused, allowed } = await made(path, "# One\n\n- first\n\n# Two\n\n- first");
    await protect("slide", "slide 1", "One");
    const slides = (...titles: string[]) => titles.map((title) => ({ title, bullets: ["first"] }));
    await refused({ action: "edit", operation: "set_slides", slides: slides("Mine", "One") });
    await refused({ action: "edit", operation: "set_slides", slides: slides("Mine", "One", "One") });
    await allowed({ action: "edit", operation: "set_slides", slides: slides("One", "Mine") });
    await allowed({ action: "edit", operation: "set_slides", slides: slides("One", "One") });
    await refused({ action: "edit", operation: "set_slides", slides: slides("Mine", "One") });
  },
);

it("a protected slide whose title has two paragraphs is found after it has moved", async () => {
  const { protect, refused, allowed, bytesOf, outside } = await made("a.pptx", deck);
  const zip = openZip(Buffer.from((await bytesOf("a.pptx")) ?? "", "latin1"), "a");
  const twoLines = new Map<string, Uint8Array>();
  for (const part of zip.names) {
    const xml = zip.read(part)?.toString() ?? "";
    const [paragraph = ""] = /<a:p>(?:(?!<a:p>).)*<a:t>Two<\/a:t>.*?<\/a:p>/s.exec(xml) ?? [];
    if (paragraph !== "")
      twoLines.set(part, Buffer.from(xml.replace(paragraph, `${paragraph}${paragraph.replace("Two", "or three")}`)));
  }
  await outside("a.pptx", rewritePackage(zip, twoLines, "a"));
  await protect("slide", "slide 2", "Two or three");
  await allowed({ action: "edit", operation: "prepend", content: "# Zero\n\n- zeroth" });
  await refused({ action: "edit", operation: "replace_text", find: "second", replace: "other" });
});

it.each(["a.docx", "a.odt", "a.xlsx"])(
  "a protected document %s takes comments, and no other write of an agent",
  async (path) => {
    const { protect, refused, allowed } = await made(path, path === "a.xlsx" ? rows : "First words.");
    await protect("document", "");
    await refused({ action: "edit", operation: "append_text", content: "More" });
    await refused({ action: "move", to: "b.docx" }, "workspace");
    const on = path === "a.xlsx" ? { section: "A1" } : { quote: "First" };
    await allowed({ action: "add", ...on, text: "May I?" }, "comments");
  },
);
