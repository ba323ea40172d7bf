/** Composing with an input method exactly where an agent has just written, while the agent continues to write. */
import { type CDPSession, expect } from "@playwright/test";
import { frequentPolling, type GalleyApp } from "./launch";
import { recordVisible } from "./record-visible";
import { shareApp } from "./shared-app";
import { test } from "./test";
import { waitForFrames } from "./wait-until-stable";

const start = shareApp("all files");

const letter =
  "# Letter\n\nDear Anna,\n\nthe harbour was empty when we came, and the gulls were gone.\n\nWe left before noon.\n";
const written = letter.replace("empty", "full of boats");

let galley: GalleyApp;
let input: CDPSession;
test.beforeEach(async () => {
  galley = await start({ files: { "letter.md": letter } });
  await galley.open("letter.md");
  await galley.editor.click();
  input = await galley.page.context().newCDPSession(galley.page);
  const glowing = await recordVisible(galley.page, ".cm-content .cm-changed-line");
  expect((await patch("empty", "full of boats")).ok).toBe(true);
  await expect.poll(glowing).toContainEqual(expect.stringContaining("full of boats"));
});
test.afterEach(() => galley.close());

const patch = (old_text: string, new_text: string) =>
  galley.agent("text_editor", { action: "patch", path: "letter.md", old_text, new_text });

const compose = (text: string) =>
  input.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });

/** Moves the cursor before or after the given text. */
async function moveTo(text: string, key: "ArrowLeft" | "ArrowRight"): Promise<void> {
  const { page } = galley;
  await page.keyboard.press("Control+f");
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.press(key);
  // No user starts to compose in the same millisecond in which the cursor moves.
  await waitForFrames(page);
}

for (const [border, key, at] of [
  ["before", "ArrowLeft", written.indexOf("full of boats")],
  ["behind", "ArrowRight", written.indexOf("full of boats") + "full of boats".length],
] as const) {
  test(`composing right ${border} an agent's words goes on while it writes above, below and in the same line`, {
    tag: border === "behind" ? [] : "@long",
  }, async () => {
    const { editor } = galley;
    await moveTo("full of boats", key);
    await compose("n");
    await compose("ni");
    expect((await patch("Dear Anna", "Dearest Anna and all")).ok).toBe(true);
    await compose("nih");
    expect((await patch("before noon", "after dark")).ok).toBe(true);
    await compose("niha");
    expect((await patch("the gulls were gone", "no gull was to be seen")).ok).toBe(true);
    await compose("nihao");
    // The agent's text does not appear in the editor while a word is being composed.
    await expect(editor).toContainText("nihao");
    await expect(editor).toContainText("Dear Anna");
    await expect(editor).toContainText("the gulls were gone");
    await input.send("Input.insertText", { text: "你好" });
    const wanted = `${written.slice(0, at)}你好${written.slice(at)}`
      .replace("Dear Anna", "Dearest Anna and all")
      .replace("before noon", "after dark")
      .replace("the gulls were gone", "no gull was to be seen");
    await expect.poll(() => galley.onDisk("letter.md"), frequentPolling).toBe(wanted);
    await expect(galley.page.getByRole("group", { name: /conflict/i })).toHaveCount(0);
    await galley.page.keyboard.type("!");
    await expect.poll(() => galley.onDisk("letter.md"), frequentPolling).toBe(wanted.replace("你好", "你好!"));
  });
}

test("composing in words that the agent replaces meanwhile is a conflict with both texts", async () => {
  const { editor, page } = galley;
  await moveTo("full of", "ArrowRight");
  await compose("ni");
  await galley.writeExternally("letter.md", written.replace("full of boats", "crowded"));
  await page.waitForTimeout(500);
  await compose("nihao");
  await expect(editor).toContainText("full ofnihao boats");
  await input.send("Input.insertText", { text: "你好" });
  const hunk = page.getByRole("group", { name: /conflict/i });
  await expect(hunk).toContainText("crowded");
  await expect(editor).toContainText("full of你好 boats");
  await expect.poll(() => galley.onDisk("letter.md")).toBe(written.replace("full of boats", "crowded"));
  await hunk.getByRole("button", { name: /^Mine/ }).click();
  await expect.poll(() => galley.onDisk("letter.md"), frequentPolling).toBe(written.replace("full of", "full of你好"));
});

/**
 * Contexts for composing: in the line between two others, at the end of `at`; `name` is in the lines around it. Between two words the marks before
 * the cursor may be hidden, and then the editor shows `bare` instead of `at`.
 */
const cases: { name: string; before: string; line: string; after: string; at: string; bare?: string }[] = [
  {
    name: "bold",
    before: "A line before bold",
    line: "Some **strong** words",
    after: "a line behind bold",
    at: "strong",
  },
  { name: "heading", before: "Before heading", line: "## A title of it", after: "Behind heading", at: "title" },
  { name: "item", before: "- before item", line: "- [ ] things to do", after: "- behind item", at: "things" },
  {
    name: "cell",
    before: "| head | x |\n|---|---|\n| before cell | 1 |",
    line: "| corner *here* | 2 |",
    after: "| behind cell | 3 |",
    at: "corner *here*",
    // The marks are hidden once a word has ended some time before the next one.
    bare: "corner here",
  },
  { name: "label", before: "Before label", line: "See [this page](b.md) too", after: "Behind label", at: "this page" },
  {
    name: "link",
    before: "> Before link",
    line: "> Look [there](c.md)",
    after: "> Behind link",
    at: "(c.md)",
    bare: "there",
  },
];

/** What an input method shows for a word after each key, and the text that is chosen in the end. */
const compositions = [
  { steps: ["n", "ni", "nih", "ni hao"], chosen: "你好" },
  { steps: ["k", "か", "かn", "かんj", "かんじ", "漢字", "感じ"], chosen: "漢字" },
  { steps: ["ㅎ", "하", "한"], chosen: "한" },
  { steps: ["ㄱ", "그", "글"], chosen: "글" },
];

test("Chinese, Japanese and Korean are composed among marks while an agent writes in the lines around", {
  tag: "@long",
}, async () => {
  test.slow();
  const { editor, page } = galley;
  const text = `${cases.map(({ before, line, after }) => `${before}\n${line}\n${after}\n`).join("\n")}\nThe end\n`;
  await galley.writeExternally("letter.md", text);
  await expect(editor).toContainText("behind bold");
  const ended = await editor.evaluateHandle((element) => {
    const composedTexts: string[] = [];
    element.addEventListener("compositionend", (event) => composedTexts.push((event as CompositionEvent).data));
    return composedTexts;
  });
  let wanted = text;
  for (const [nth, { name, before, line, after, at, bare }] of cases.entries()) {
    // A short run uses half of the words in each context, so that each word is composed several times.
    const chosenCompositions = compositions.filter((_, word) => process.env["GALLEY_LONG"] || word % 2 === nth % 2);
    await test.step(name, async () => {
      await moveTo(at, "ArrowRight");
      const edits = [before, after].map((old) => [old, old.replace(name, `the ${name}, by an agent,`)] as const);
      const chosen = chosenCompositions.map((word) => word.chosen).join("");
      let typed = "";
      const shows = (expected: string) =>
        expect
          .poll(async () => {
            const seen = (await editor.textContent()) ?? "";
            return [at, bare ?? at].some((context) => seen.includes(`${context}${expected}`)) || seen;
          })
          .toBe(true);
      for (const { steps, chosen } of chosenCompositions) {
        for (const [index, step] of steps.entries()) {
          await compose(step);
          await shows(`${typed}${step}`);
          const edit = index === 1 ? edits.shift() : undefined;
          if (!edit) continue;
          expect((await patch(...edit)).ok).toBe(true);
          wanted = wanted.replace(...edit);
        }
        // The input method still owns the word, and no letter of it is doubled.
        expect(await ended.jsonValue()).toEqual([]);
        await input.send("Input.insertText", { text: chosen });
        typed += chosen;
        await shows(typed);
        await ended.evaluate((composedTexts) => composedTexts.splice(0));
      }
      wanted = wanted.replace(line, line.replace(at, `${at}${chosen}`));
      await expect.poll(() => galley.onDisk("letter.md"), frequentPolling).toBe(wanted);
    });
  }
  await expect(page.getByRole("group", { name: /conflict/i })).toHaveCount(0);
});

test("if another window takes the focus, the composition is kept as it is, and the agent's write is applied", async () => {
  const { app, editor } = galley;
  await moveTo("full of boats", "ArrowRight");
  await compose("n");
  await compose("ni");
  expect((await patch("Dear Anna", "Dearest Anna and all")).ok).toBe(true);
  await expect(editor).toContainText("boatsni when");
  await expect(editor).toContainText("Dear Anna");
  await app.evaluate(({ BrowserWindow }) => new BrowserWindow({ width: 300, height: 200 }).focus());
  const wanted = written.replace("full of boats", "full of boatsni").replace("Dear Anna", "Dearest Anna and all");
  await expect.poll(() => galley.onDisk("letter.md"), frequentPolling).toBe(wanted);
  await expect(editor).toContainText("Dearest Anna and all");
});
