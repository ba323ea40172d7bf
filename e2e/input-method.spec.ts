/** Composing with an input method at the very place where an agent has just written, while it goes on writing. */
import { type CDPSession, expect, test } from "@playwright/test";
import { type Started, start } from "./launch";

const letter =
  "# Letter\n\nDear Anna,\n\nthe harbour was empty when we came, and the gulls were gone.\n\nWe left before noon.\n";
const written = letter.replace("empty", "full of boats");

let galley: Started;
let input: CDPSession;
test.beforeEach(async () => {
  galley = await start({ files: { "letter.md": letter } });
  await galley.open("letter.md");
  await galley.editor.click();
  input = await galley.page.context().newCDPSession(galley.page);
  // Windows of tests that run beside this one take the focus, and with it a composition would end.
  await input.send("Emulation.setFocusEmulationEnabled", { enabled: true });
  expect((await patch("empty", "full of boats")).ok).toBe(true);
  await expect(galley.editor.locator(".cm-changed-line")).toContainText("full of boats");
});
test.afterEach(() => galley.close());

const patch = (old_text: string, new_text: string) =>
  galley.agent("text_editor", { action: "patch", path: "letter.md", old_text, new_text });

const compose = (text: string) =>
  input.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });

/** The cursor before or behind words of the page. */
async function goTo(words: string, key: "ArrowLeft" | "ArrowRight"): Promise<void> {
  const { page } = galley;
  await page.keyboard.press("Control+f");
  await page.keyboard.type(words);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.press(key);
  // Nobody begins a word in the same millisecond in which the cursor moves.
  await page.waitForTimeout(100);
}

for (const [border, key, at] of [
  ["before", "ArrowLeft", written.indexOf("full of boats")],
  ["behind", "ArrowRight", written.indexOf("full of boats") + "full of boats".length],
] as const) {
  test(`composing right ${border} an agent's words goes on while it writes above, below and in the same line`, async () => {
    const { editor } = galley;
    await goTo("full of boats", key);
    await compose("n");
    await compose("ni");
    expect((await patch("Dear Anna", "Dearest Anna and all")).ok).toBe(true);
    await compose("nih");
    expect((await patch("before noon", "after dark")).ok).toBe(true);
    await compose("niha");
    expect((await patch("the gulls were gone", "no gull was to be seen")).ok).toBe(true);
    await compose("nihao");
    // Not a letter of the agent's comes into the page in the middle of a word.
    await expect(editor).toContainText("nihao");
    await expect(editor).toContainText("Dear Anna");
    await expect(editor).toContainText("the gulls were gone");
    await input.send("Input.insertText", { text: "你好" });
    const wanted = `${written.slice(0, at)}你好${written.slice(at)}`
      .replace("Dear Anna", "Dearest Anna and all")
      .replace("before noon", "after dark")
      .replace("the gulls were gone", "no gull was to be seen");
    await expect.poll(() => galley.onDisk("letter.md")).toBe(wanted);
    await expect(galley.page.getByRole("group", { name: /conflict/i })).toHaveCount(0);
    await galley.page.keyboard.type("!");
    await expect.poll(() => galley.onDisk("letter.md")).toBe(wanted.replace("你好", "你好!"));
  });
}

test("composing inside words that the agent replaces meanwhile is a conflict, and both sides are there", async () => {
  const { editor, page } = galley;
  await goTo("full of", "ArrowRight");
  await compose("ni");
  await galley.outside("letter.md", written.replace("full of boats", "crowded"));
  await page.waitForTimeout(500);
  await compose("nihao");
  await expect(editor).toContainText("full ofnihao boats");
  await input.send("Input.insertText", { text: "你好" });
  const hunk = page.getByRole("group", { name: /conflict/i });
  await expect(hunk).toContainText("crowded");
  await expect(editor).toContainText("full of你好 boats");
  expect(await galley.onDisk("letter.md")).toBe(written.replace("full of boats", "crowded"));
  await hunk.getByRole("button", { name: /^Mine/ }).click();
  await expect.poll(() => galley.onDisk("letter.md")).toBe(written.replace("full of", "full of你好"));
});
