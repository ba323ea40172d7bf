/**
 * Pending edits are always the difference between the text that the user last accepted and the current text. These are the sequences of the bug
 * report that found a difference.
 */
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import { folder, frequentPolling, type GalleyApp } from "./launch";
import { type AgentClient, connectAgent, countMarks, expectCounts, noMarks, readCounts } from "./review-counts";
import { shareApp } from "./shared-app";
import { test } from "./test";
import { waitForFrames } from "./wait-until-stable";

const start = shareApp("all files");
const isLong = Boolean(process.env["GALLEY_LONG"]);

let galley: GalleyApp;
let agent: AgentClient;

/** A document with a connected agent; the cursor is in the text. */
async function begin(text: string, options: Parameters<typeof start>[0] = {}): Promise<Page> {
  galley = await start({ files: { "a.md": text, "b.md": "# Other\n\nNothing here.\n" }, ...options });
  agent = await connectAgent("Claude Code", galley);
  await galley.open("a.md");
  await galley.editor.click({ position: { x: 5, y: 5 } });
  await galley.page.keyboard.press("Control+Home");
  return galley.page;
}
/** Starts the app with given folders, so that it can be started again with the same ones. */
async function restart(where: { root: string; data: string }, text?: string): Promise<GalleyApp> {
  if (text !== undefined) await writeFile(join(where.root, "a.md"), text);
  galley = await start(where);
  agent = await connectAgent("Claude Code", galley);
  if (text !== undefined) {
    await galley.open("a.md");
    await galley.editor.click({ position: { x: 5, y: 5 } });
    await galley.page.keyboard.press("Control+Home");
  }
  return galley;
}
test.afterEach(async () => {
  await agent?.close();
  await galley.close();
});

const expectText = (text: string) => expect(galley.editor).toContainText(text);
const expectOnDisk = (text: string, name = "a.md") =>
  expect.poll(() => galley.onDisk(name), { intervals: [50], message: `${name} on disk` }).toBe(text);
const expectCount = (count: number) => expectCounts([galley.page], "a.md", count);
const expectNoMarks = async () => {
  await expect.poll(() => countMarks(galley.page), frequentPolling).toEqual(noMarks);
  await expectCount(0);
};
const undoAll = () => galley.runMenuCommand("Undo All Edits in This Document");
/** Goes to the next hunk by shortcut, and waits for its toolbar. */
async function stepTo(position: number, of: number): Promise<Locator> {
  await galley.page.keyboard.press("F7");
  const toolbar = galley.page.getByRole("toolbar", { name: `Edit ${position} of ${of} by` });
  await expect(toolbar).toBeVisible();
  return toolbar;
}
/** Grapheme clusters: what one key deletes, and one key or an input method types. */
const lettersOf = (text: string) => [...new Intl.Segmenter("en").segment(text)].map(({ segment }) => segment);
async function typeWords(text: string): Promise<void> {
  const { keyboard } = galley.page;
  for (const letter of lettersOf(text)) await (letter.length > 1 ? keyboard.insertText(letter) : keyboard.type(letter));
}

/** [text, the agent's old words, its new words]; the old and new words are the changed part of the text. */
const replacements: [text: string, old: string, now: string][] = [
  ["we meet on Monday.", "Monday", "Tuesday"],
  ["the colour of the sea", "colour", "color"],
  ["signed in 2024 here", "2024", "2025"],
  ["she was walking home", "walking", "walked"],
  ["you will receive it", "receive", "received"],
  ["they ran far", "ran", "run"],
  ["At 9:30 we leave", "9:30", "10:15"],
  ["we don't know", "don't", "do not"],
  ["a well-known place", "well-known", "known"],
  ["a grey cat", "grey", "gray"],
  ["我看见它们了。", "它们", "他们"],
  ["how naïve of us", "naïve", "naive"],
  ["הוא הלך הביתה", "הלך", "רץ"],
  ["ذهب إلى البيت", "البيت", "المدرسة"],
  ["well done 👩‍👩‍👧 again", "👩‍👩‍👧", "👍🏽"],
  ["a **bold** word", "bold", "strong"],
  ["| one | two |\n|---|---|\n| cat | dog |", "cat", "bird"],
  ["## The Harbour at Night", "Harbour", "Harbor"],
  ["it was the last", "last", "latest"],
  ["First we eat", "First", "Then"],
  ["cafe\u0301 and tea", "cafe\u0301", "café bar"],
  ["- an item of three", "three", "threefold"],
  ["the file `name.txt` here", "name.txt", "names.txt"],
  ["price: €1,200.50 net", "1,200.50", "1,250.00"],
];
const line = ([text]: (typeof replacements)[number]) => text;
/** All of them in one document, separated by unchanged lines. */
const allWords = `# Words\n\n${replacements.map(line).join("\n\n")}\n\nThe end.\n`;

const undoWays = {
  "with Ctrl+Z": async () => {
    await galley.page.keyboard.press("Control+z");
  },
  "typed again by hand": async (old: string, now: string, index: number) => {
    const { keyboard } = galley.page;
    await stepTo(1, 1);
    // Users do both: type the new word first, or delete the old one first.
    if (index % 2 === 0) await typeWords(old);
    for (let left = lettersOf(now).length; left > 0; left--) await keyboard.press("Delete");
    if (index % 2 !== 0) await typeWords(old);
  },
  "with Undo of the hunk": async (_old: string, _now: string, index: number) => {
    const toolbar = await stepTo(1, 1);
    if (index % 2 === 0) await galley.page.keyboard.press("Control+Shift+F7");
    else await toolbar.getByRole("button", { name: /^Undo/ }).click();
  },
  "by another program": async () => {
    await galley.writeExternally("a.md", allWords);
  },
};

test("a word that an agent replaced is undone by key, by hand, by hunk or by another program: no edits are pending, and Undo All changes nothing", async () => {
  const page = await begin(allWords);
  const ways = Object.entries(undoWays);
  for (const [index, [text, old, now]] of replacements.entries()) {
    for (const [nth, [way, undo]] of ways.entries()) {
      // In a short run some words are undone, each in one way, and each way gets an even and an odd index. The unit tests have all words.
      if (!isLong && (index < 8 || index > 15 || (index >> 1) % ways.length !== nth)) continue;
      await test.step(`${old} → ${now}, ${way}`, async () => {
        await agent.patch("a.md", text, text.replace(old, now));
        await expectCount(1);
        await page.keyboard.press("Control+Home");
        await undo(old, now, index);
        await expectOnDisk(allWords);
        await expectNoMarks();
        await undoAll();
        await expect.poll(() => countMarks(page), frequentPolling).toEqual(noMarks);
        await expectOnDisk(allWords);
      });
    }
  }
});

/** A hunk that the user edited: 9:30 before, 10:15 from the agent, 10:45 from the user. */
async function beginMixed(): Promise<Page> {
  const page = await begin(plan);
  await agent.patch("a.md", "9:30", "10:15");
  await expectCount(1);
  await stepTo(1, 1);
  for (let right = 0; right < 3; right++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Delete");
  await page.keyboard.press("Delete");
  await page.keyboard.type("45");
  await expectText("At 10:45 we leave.");
  await expectCount(1);
  return page;
}
const plan = "# Plan\n\nAt 9:30 we leave.\n\nBring the red bag.\n";
const mine = plan.replace("9:30", "10:45");
const question = (page: Page) => page.getByRole("alertdialog").or(page.getByRole("dialog"));

test("Undo All skips a word that the user corrected, counts it, and its notice leads there @long", async () => {
  const page = await beginMixed();
  await agent.patch("a.md", "red bag", "blue bag");
  await expectCount(2);
  await undoAll();
  await expect(page.locator(".notice")).toContainText("1 edit was left because you wrote in it.");
  await expectText("the red bag");
  await expectCount(1);
  await expectOnDisk(mine);
  await page.keyboard.press("Control+End");
  await page.locator(".notice").getByRole("button", { name: "Show" }).click();
  await expect(page.getByRole("toolbar", { name: "Edit 1 of 1" })).toBeVisible();
  await expect(page.getByRole("toolbar", { name: "Edit 1 of 1" })).toContainText("Claude Code and you");
});

for (const [answer, text] of [
  ["Keep mine", mine],
  ["Restore original", plan],
  ["Keep both", plan.replace("9:30", "9:30 10:45")],
] as const)
  test(`Undo of a word that the user corrected asks: ${answer}`, {
    tag: answer === "Keep both" ? [] : "@long",
  }, async () => {
    const page = await beginMixed();
    await page.keyboard.press("Control+Home");
    await stepTo(1, 1);
    await page.keyboard.press("Control+Shift+F7");
    await expect(question(page)).toContainText("You changed this edit. Which version do you want to keep?");
    await expect(question(page)).toContainText("Yours: “10:45”");
    await expect(question(page)).toContainText("Before the edit: “9:30”");
    await page.keyboard.press("Escape");
    await expect(question(page)).toHaveCount(0);
    await expect(galley.editor).toBeFocused();
    await expectCount(1);
    await expectOnDisk(mine);
    await expect(page.locator(".notice")).toHaveCount(0);
    await page.keyboard.press("Control+Shift+F7");
    await question(page).getByRole("button", { name: answer }).click();
    await expectOnDisk(text);
    await expectNoMarks();
    await undoAll();
    await expectOnDisk(text);
    await page.keyboard.press("Control+z");
    if (text !== mine) await expectOnDisk(mine);
  });

test("retyping the letter that an agent removed leaves no pending edits", { tag: "@long" }, async () => {
  const text = "# Sea\n\nthe colour of the sea\n";
  const page = await begin(text);
  await agent.patch("a.md", "colour", "color");
  await expectCount(1);
  await stepTo(1, 1);
  for (let right = 0; right < 4; right++) await page.keyboard.press("ArrowRight");
  await page.keyboard.type("u");
  await expectNoMarks();
  await expectOnDisk(text);
  await undoAll();
  await expectOnDisk(text);
});

test("one letter typed into each of two agent words makes one hunk of complete words", { tag: "@long" }, async () => {
  const text = "# Fox\n\nThe quick brown fox.\n";
  const page = await begin(text);
  await agent.patch("a.md", "quick brown", "slow red");
  await expectCount(1);
  await stepTo(1, 1);
  for (let right = 0; right < 4; right++) await page.keyboard.press("ArrowRight");
  await page.keyboard.type("er");
  await expectText("The slower red fox.");
  await expectCount(1);
  await undoAll();
  await expect(page.locator(".notice")).toContainText("1 edit was left");
  await expectText("The slower red fox.");
  await page.keyboard.press("Control+Shift+F7");
  await question(page).getByRole("button", { name: "Restore original" }).click();
  await expectNoMarks();
  await expectOnDisk(text);
});

test("after Ctrl+Z and Ctrl+Y of an agent's edit, at once or after a save, marks, bar, F7, tab and tree agree", async () => {
  const text = "# Cat\n\na grey cat\n";
  const page = await begin(text);
  await agent.patch("a.md", "grey", "gray");
  await expectCount(1);
  for (const wait of ["none", "150 ms", "saved"] as const) {
    await page.keyboard.press("Control+z");
    if (wait === "saved") await expectOnDisk(text);
    if (wait === "150 ms") await page.waitForTimeout(150);
    await page.keyboard.press("Control+y");
    // At once: before main has been notified.
    await waitForFrames(page);
    expect(await readCounts(page, "a.md")).toMatchObject({ tab: 1, bar: 1, tree: 1, folder: 1 });
    await expect(galley.editor.locator("ins")).toHaveText(["gray"]);
    await expect(galley.editor.locator("del")).toHaveAttribute("data-text", "grey");
    await page.keyboard.press("Control+Home");
    await stepTo(1, 1);
    await expectOnDisk(text.replace("grey", "gray"));
    // Not only until main has answered.
    await expectCount(1);
    await page.keyboard.press("Control+Home");
  }
  await undoAll();
  await expectNoMarks();
  await expectOnDisk(text);
});

test("a paragraph that an agent writes three times is one hunk, from the user's text to the agent's last one", {
  tag: "@long",
}, async () => {
  const before = "The harbour was empty when we came, and nobody was there to help us.";
  const drafts = [
    "The port was quite empty when we arrived, and no one was around to help us.",
    "When we arrived, the port was deserted; no one was around to lend us a hand.",
    "When we got there the port was deserted, and there was no one to lend a hand.",
  ];
  const text = `# Letter\n\n${before}\n\nWe left.\n`;
  const page = await begin(text);
  let now = before;
  for (const draft of drafts) {
    await agent.patch("a.md", now, draft);
    now = draft;
    await expectText(draft);
  }
  await expectCount(1);
  // The removed text has the user's words, and none of the agent's earlier drafts.
  const struckTexts = await galley.editor
    .locator("del")
    .evaluateAll((all) => all.map((del) => del.getAttribute("data-text") ?? ""));
  for (const word of struckTexts.join(" ").match(/\w+/g) ?? []) expect(before).toContain(word);
  await page.keyboard.press("Control+Shift+R");
  const row = page.locator(".review-row[data-kind=edit]");
  await expect(row).toHaveCount(1);
  const [removed = "", inserted = ""] = await row.evaluate((line) =>
    ["del", "ins"].map((tag) => line.querySelector(tag)?.textContent ?? ""),
  );
  // Complete words with spaces: each is a part of the old or the current text.
  for (const part of removed.split(/\s*…\s*/)) expect(before).toContain(part.trim());
  for (const part of inserted.split(/\s*…\s*/)) expect(now).toContain(part.trim());
  await undoAll();
  await expectNoMarks();
  await expectOnDisk(text);
});

test("a section that an agent inserts and deletes again leaves no pending edits", { tag: "@long" }, async () => {
  const text = "# Trip\n\nWe went.\n\n## Home\n\nWe came back.\n";
  await begin(text);
  const section = "## The Way\n\nIt was long.\n\nIt was hot.\n\n";
  await agent.patch("a.md", "## Home", `${section}## Home`);
  await expectText("It was hot.");
  await expectCount(1);
  await agent.patch("a.md", section, "");
  await expectOnDisk(text);
  await expectNoMarks();
});

test("text restored by an external program is not pending: all of it, as git does, or a part", {
  tag: "@long",
}, async () => {
  const text = "# List\n\nMisspelt one here.\n\nMisspelt two here.\n\nMisspelt three here.\n";
  await begin(text);
  const rewrite = async () => {
    for (const word of ["one", "two", "three"]) await agent.patch("a.md", `Misspelt ${word}`, `Spelled ${word}`);
    await expectCount(3);
  };
  await rewrite();
  await galley.writeExternally("new", text);
  await rename(galley.pathOf("new"), galley.pathOf("a.md"));
  await expectText("Misspelt three");
  await expectNoMarks();
  await rewrite();
  await galley.writeExternally("a.md", text.replace("Misspelt two", "Spelled two"));
  await expectText("Misspelt three");
  await expectCount(1);
  await expect(galley.editor.locator("del")).toHaveAttribute("data-text", "Misspelt");
  await undoAll();
  await expectNoMarks();
  await expectOnDisk(text);
});

test("a hunk that was undone is marked again by Ctrl+Z, and removed again by Ctrl+Y @long", {
  tag: "@long",
}, async () => {
  const text = "# Cat\n\na grey cat\n\nand a lilac dog\n";
  const page = await begin(text);
  await agent.patch("a.md", "grey", "gray");
  await agent.patch("a.md", "lilac", "mauve");
  await expectCount(2);
  await stepTo(1, 2);
  await page.keyboard.press("Control+Shift+F7");
  await expectCount(1);
  await expectOnDisk(text.replace("lilac", "mauve"));
  await page.keyboard.press("Control+z");
  await expect(galley.editor.locator("ins")).toHaveText(["gray", "mauve"]);
  await expectCount(2);
  await page.keyboard.press("Control+y");
  await expect(galley.editor.locator("ins")).toHaveText(["mauve"]);
  await expectCount(1);
  await page.keyboard.press("Control+z");
  await expectCount(2);
  await undoAll();
  await expectNoMarks();
  await page.keyboard.press("Control+z");
  await expectCount(2);
  await undoAll();
  await expectOnDisk(text);
  await expectNoMarks();
});

test("a hunk that was undone is marked again by Ctrl+Z after the document was closed and opened again", async () => {
  const text = "# Cat\n\na grey cat\n\nand a lilac dog\n";
  const page = await begin(text);
  await agent.patch("a.md", "grey", "gray");
  await agent.patch("a.md", "lilac", "mauve");
  await expectCount(2);
  await stepTo(1, 2);
  await page.keyboard.press("Control+Shift+F7");
  await expectCount(1);
  await page.keyboard.press("Control+w");
  await expect(page.getByRole("tab", { name: "a.md" })).toHaveCount(0);
  await galley.runMenuCommand("Reopen Closed Tab");
  await expectCount(1);
  await galley.editor.focus();
  await page.keyboard.press("Control+z");
  await expect(galley.editor.locator("ins")).toHaveText(["gray", "mauve"]);
  await expectCount(2);
  await undoAll();
  await expectNoMarks();
  await expectOnDisk(text);
});

test("the user's undo can be redone after an agent wrote elsewhere", { tag: "@long" }, async () => {
  const text = "# Diary\n\nToday:\n\nTomorrow: grey.\n";
  const page = await begin(text);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  for (const word of [" one", " two", " three"]) {
    await page.keyboard.type(word);
    // Each word is its own undo step.
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowRight");
  }
  await expectOnDisk(text.replace("Today:", "Today: one two three"));
  for (let step = 0; step < 3; step++) await page.keyboard.press("Control+z");
  await expectOnDisk(text);
  await agent.patch("a.md", "grey", "gray");
  await expectCount(1);
  for (let step = 0; step < 3; step++) await page.keyboard.press("Control+y");
  await expectOnDisk(text.replace("Today:", "Today: one two three").replace("grey", "gray"));
  await expectCount(1);
  await undoAll();
  await expectNoMarks();
  await expectOnDisk(text.replace("Today:", "Today: one two three"));
  // The redone text may be an agent's, so it is pending again.
  await agent.patch("a.md", "# Diary", "# My Diary");
  await expectCount(1);
  await page.keyboard.press("Control+z");
  await expectNoMarks();
  await agent.patch("a.md", "grey", "gray");
  await expectCount(1);
  await page.keyboard.press("Control+y");
  await expectText("My Diary");
  await expectCount(2);
  await undoAll();
  await expectNoMarks();
  await expectOnDisk(text.replace("Today:", "Today: one two three"));
});

test("edits that the user kept are not pending again after Ctrl+Z and Ctrl+Y", { tag: "@long" }, async () => {
  const text = "# Cat\n\na grey cat\n";
  const gray = text.replace("grey", "gray");
  const page = await begin(text);
  await agent.patch("a.md", "grey", "gray");
  await expectCount(1);
  await stepTo(1, 1);
  await page.keyboard.press("Control+F7");
  await expectNoMarks();
  for (const [key, there] of [
    ["z", text],
    ["y", gray],
    ["z", text],
    ["y", gray],
  ] as const) {
    await page.keyboard.press(`Control+${key}`);
    await expectOnDisk(there);
    await expectNoMarks();
    await undoAll();
    await expectOnDisk(there);
  }
});

for (const what of ["Keep", "Undo"] as const) {
  test(`a decision made right before the app ends is kept: ${what}`, { tag: "@long" }, async () => {
    const [root, data] = [await folder("root"), await folder("data")];
    const text = "# Cat\n\na grey cat\n\nand a lilac dog\n";
    galley = await restart({ root, data }, text);
    await agent.patch("a.md", "grey", "gray");
    await agent.patch("a.md", "lilac", "mauve");
    await expectCount(2);
    await stepTo(1, 2);
    await galley.page.keyboard.press(what === "Keep" ? "Control+F7" : "Control+Shift+F7");
    await expect(galley.editor.locator("ins")).toHaveText(["mauve"]);
    await galley.kill();
    await agent.close();
    galley = await restart({ root, data });
    // The session stores its tabs with a delay, so they may not be stored yet.
    await galley.open("a.md");
    await expect(galley.editor.locator("ins")).toHaveText(["mauve"]);
    await expectCount(1);
    await undoAll();
    await expectNoMarks();
    await expectOnDisk(what === "Keep" ? text.replace("grey", "gray") : text);
  });
}

for (const by of ["another program", "the user"] as const)
  test(`pending edits follow the file when ${by} renames it`, { tag: "@long" }, async () => {
    const text = "# Cat\n\na grey cat\n";
    const page = await begin(text);
    await agent.patch("a.md", "grey", "gray");
    await expectCount(1);
    if (by === "the user") {
      await page.getByRole("treeitem", { name: "a.md", exact: true }).click();
      await page.keyboard.press("F2");
      await page.keyboard.press("Control+a");
      await page.keyboard.type("cat.md\n");
    } else await rename(galley.pathOf("a.md"), galley.pathOf("cat.md"));
    await expect(page.getByRole("tab", { name: "cat.md" })).toBeVisible();
    await expectCounts([page], "cat.md", 1);
    await galley.editor.click({ position: { x: 5, y: 5 } });
    await page.keyboard.press("Control+Home");
    await stepTo(1, 1);
    await page.keyboard.press("Control+Shift+F7");
    await expectOnDisk(text, "cat.md");
    await expectCounts([page], "cat.md", 0);
  });

test("with a document in a second window both windows show the same counts at each step, in tree, tab, bar and Review @long", async () => {
  const text = "# Plan\n\nAt 9:30 we leave.\n\nBring the red bag.\n\nAnd the grey cat.\n";
  const first = await begin(text);
  const second = await galley.newWindow(() => galley.runMenuCommand("Move Tab to New Window"));
  const editor = second.locator(".cm-content:visible");
  await expect(second.getByRole("tab", { name: "a.md" })).toBeVisible();
  const expectBothCounts = (count: number) => expectCounts([first, second], "a.md", count);
  await agent.patch("a.md", "9:30", "10:15");
  await expectBothCounts(1);
  await first.bringToFront();
  await first.keyboard.press("Control+Shift+R");
  await expect(first.locator(".review-row")).toHaveCount(2);
  await agent.patch("a.md", "red", "blue");
  await agent.patch("a.md", "grey", "gray");
  await expectBothCounts(3);
  await second.bringToFront();
  await editor.click({ position: { x: 5, y: 5 } });
  await second.keyboard.press("Control+z");
  await expectBothCounts(2);
  await second.keyboard.press("Control+y");
  await expectBothCounts(3);
  await second.keyboard.press("Control+Home");
  await second.keyboard.press("F7");
  await expect(second.getByRole("toolbar", { name: "Edit 1 of 3" })).toBeVisible();
  await second.keyboard.press("Control+F7");
  await expectBothCounts(2);
  await second.keyboard.press("Control+Shift+F7");
  await expectBothCounts(1);
  await second.keyboard.press("Control+z");
  await expectBothCounts(2);
  // Decided in the window that does not have the document.
  await first.bringToFront();
  await first.locator(".review-list").focus();
  await first.keyboard.press("ArrowDown");
  await first.keyboard.press("Control+Shift+F7");
  await expectBothCounts(1);
  await first.keyboard.press("Control+F7");
  await expectBothCounts(0);
  await expectOnDisk(text.replace("9:30", "10:15").replace("grey", "gray"));
});

/** Starts to count frames that show one of these words with its mark, and collects the text of frames that show one without. */
const recordFrames = (page: Page, agentWords: readonly string[]) =>
  page.evaluateHandle((agents) => {
    const seen = { bare: [] as string[], marked: 0 };
    const record = () => {
      const text = document.querySelector(".cm-content")?.textContent ?? "";
      const marks = [...document.querySelectorAll(".cm-content ins")].map((ins) => ins.textContent);
      const shown = agents.filter((word) => text.includes(word));
      const bare = shown.filter((word) => !marks.includes(word));
      if (bare.length > 0) seen.bare.push(`${bare.join(" ")} in ${text}`);
      else if (shown.length > 0) seen.marked += 1;
      requestAnimationFrame(record);
    };
    record();
    return seen;
  }, agentWords);

test("an agent's words are marked in the first frame that shows them, when written and after Ctrl+Y", async () => {
  const page = await begin("# Cat\n\na grey cat\n\na lilac dog\n");
  const frames = await recordFrames(page, ["mauve", "gray"]);
  // Includes the first hunk of the window, for which the marks' code is loaded.
  await agent.patch("a.md", "lilac", "mauve");
  await expectCount(1);
  await agent.patch("a.md", "grey", "gray");
  await expectCount(2);
  for (const key of ["z", "y", "z", "y", "z", "y"]) {
    await page.keyboard.press(`Control+${key}`);
    await expectCount(key === "z" ? 1 : 2);
  }
  const { bare, marked } = await frames.jsonValue();
  expect(marked).toBeGreaterThan(5);
  expect(bare, "frames that show an agent's word without its mark").toEqual([]);
});

test("the Review view works by keyboard: words with spaces, hunk by hunk, and the focus stays in it to the end @long", async () => {
  const text = "# Trip\n\nWe left the old harbour before noon on Monday.\n\nAt 9:30 we leave.\n\nThe grey cat.\n";
  const page = await begin(text);
  await agent.patch("a.md", "left the old harbour before noon", "sailed from the new port after dark");
  await agent.patch("a.md", "9:30", "10:15");
  await agent.patch("a.md", "grey", "gray");
  await expectCount(3);
  await page.keyboard.press("Control+Shift+R");
  const list = page.getByRole("tree", { name: "Edits to review" });
  const rows = page.locator(".review-row[data-kind=edit]");
  await expect(list).toBeFocused();
  await expect(rows).toHaveCount(3);
  await expect(rows.first().locator("del")).toHaveText("left the old harbour before noon");
  await expect(rows.first().locator("ins")).toHaveText("sailed from the new port after dark");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Control+Shift+F7");
  await expectCount(2);
  await page.keyboard.press("Control+F7");
  await expectCount(1);
  await expect(list).toBeFocused();
  await page.keyboard.press("Control+Shift+F7");
  await expect(page.getByText("Nothing to review")).toBeVisible();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("Nothing to review");
  await page.keyboard.press("Escape");
  await expect(galley.editor).toBeFocused();
  await expectOnDisk(text.replace("grey", "gray"));
  await expectCount(0);
});
