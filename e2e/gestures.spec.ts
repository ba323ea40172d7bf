/** What a writer's hands do, with real keys of the X server: in a document that has text before and after. */
import { expect } from "@playwright/test";
import { frequentPolling, type GalleyApp } from "./launch";
import { type RealKeys, realKeys, requireRealKeys } from "./real-keys";
import { shareApp } from "./shared-app";
import { test } from "./test";

requireRealKeys();
const start = shareApp("all files");

let galley: GalleyApp;
let hands: RealKeys;
test.beforeEach(async () => {
  galley = await start({ files: { "a.md": "Start\n" }, open: [".", "a.md"] });
  await galley.editor.click();
  hands = await realKeys(galley);
});
test.afterEach(() => galley.close());

/** Writes a text at the cursor. */
type Writes = (text: string) => Promise<unknown>;

/** Presses keys by their names, and writes what begins with `'`. */
async function act(keys: readonly string[], write: Writes = hands.type): Promise<void> {
  for (const key of keys) await (key.startsWith("'") ? write(key.slice(1)) : hands.press(key));
}

/** Writes texts as an input method does: composed in several steps, then committed. */
async function inputMethod(): Promise<Writes> {
  const input = await galley.page.context().newCDPSession(galley.page);
  return async (text) => {
    for (const part of ["n", "ni", text])
      await input.send("Input.imeSetComposition", {
        text: part,
        selectionStart: part.length,
        selectionEnd: part.length,
      });
    await input.send("Input.insertText", { text });
  };
}

const around = (text: string) => `Above it.\n\n${text}\n\nBelow it.\n`;

/** The text with its cursor, the keys, and the text then. Each is a paragraph of its own, with others above and below. */
type Gesture = readonly [before: string, keys: readonly string[], after: string];

const marks = { "ctrl+b": "**", "ctrl+i": "*", "ctrl+grave": "`", "ctrl+shift+x": "~~", "ctrl+shift+m": "==" };

const markGestures = Object.entries(marks).flatMap(([key, mark]): Gesture[] => [
  ["‸", [key, "'new", key, "' x"], `${mark}new${mark} x‸`],
  // A space at the end of code is code.
  ["some ‸", [key, "'new ", key, "'x"], mark === "`" ? "some `new `x‸" : `some ${mark}new${mark} x‸`],
  ["one ‸two", [key, "'new", key, "' "], `one ${mark}new${mark} ‸two`],
  ["one «two‸ three", [key, "End", "'."], `one ${mark}two${mark} three.‸`],
  ["one «two‸ three", [key, key], "one «two‸ three"],
  [`one ${mark}a «b‸ c${mark} two`, [key], `one ${mark}a${mark} «b‸ ${mark}c${mark} two`],
  [`one «a ${mark}b‸ c${mark} two`, [key], `one ${mark}«a b‸ c${mark} two`],
  [`one ${mark}a «b${mark} c‸ two`, [key], `one ${mark}a «b c‸${mark} two`],
  ["some ‸", [key, key, "'x"], "some x‸"],
  ["some ‸", [key, "BackSpace", "'x"], "some x‸"],
  [`one ${mark}«two‸${mark} three`, ["BackSpace"], "one ‸ three"],
  [`one ${mark}ab‸${mark} two`, ["BackSpace", "BackSpace", "End", "'x"], "one  twox‸"],
]);
markGestures.push(["‸", ["ctrl+b", "ctrl+i", "'x", "ctrl+i", "ctrl+b", "'y"], "***x***y‸"]);

const blockGestures: readonly Gesture[] = [
  ["1. a\n2. b‸\n3. c", ["Return", "Return", "'x"], "1. a\n2. b\n\nx‸\n\n3. c"],
  ["- one‸", ["Return", "'two", "Return", "Return", "'Next"], "- one\n- two\n\nNext‸"],
  ["1. one\n   - deep‸", ["Return", "Return", "'up", "Return", "Return", "'Next"], "1. one\n   - deep\n2. up\n\nNext‸"],
  ["> said‸", ["Return", "'more", "Return", "Return", "'Next"], "> said\n> more\n\nNext‸"],
  ["> - one‸", ["Return", "Return", "'in", "Return", "Return", "'Next"], "> - one\n>\n> in\n\nNext‸"],
  ["> [!tip] Title\n> text‸", ["Return", "Return", "'Next"], "> [!tip] Title\n> text\n\nNext‸"],
  ["- one\n\n  more‸", ["Return", "Return", "Return", "'Next"], "- one\n\n  more\n\nNext‸"],
  ["| A |\n|---|\n| b‸ |", ["Return", "'c", "Return", "Return", "'Next"], "| A |\n|---|\n| b |\n| c  |\n\nNext‸"],
  ["- one‸", ["shift+Return", "'more"], "- one\n  more‸"],
  ["- one\n- two‸", ["Home", "'to ", "Home", "Home", "BackSpace"], "- one\n\n‸to two"],
  ["- one‸\n- [ ] two", ["Delete"], "- one‸two"],
  ["> one‸\n> two", ["Delete"], "> one‸two"],
  ["- one‸", ["Tab", "'!"], "- one!‸"],
  ["> - one\n> - two‸", ["Tab", "'!"], "> - one\n>   - two!‸"],
  ["## one‸", ["Home", "'x", "Home", "Home", "Delete", "Delete"], "‸ xone"],
  ["- one\n- two‸", ["Tab", "Home", "BackSpace", "'!"], "- one\n- !‸two"],
];

const T = "| Day | High |\n|:----|-----:|\n| Mon | 1 |\n| Tue | 2 |";
const tableGestures: readonly Gesture[] = [
  [T.replace("2 |", "2‸ |"), ["Down", "'The ferry leaves"], `${T}\n\nThe ferry leaves‸`],
  ["A | B\n--|--\nx | y‸", ["' of words"], "A | B\n--|--\nx | y of words‸"],
  ["‸", ["'| A | B |", "Return", "'|-|-|", "Return", "'| x | y |"], "| A | B |\n|-|-|\n| x | y‸ |"],
  [T.replace("Mon", "Mon‸"), ["Tab", "'x"], T.replace("| 1", "| x‸")],
  [T.replace("Mon", "Mon‸"), ["shift+Tab", "'x"], T.replace("High", "x‸")],
  [T.replace("Mon", "Mon‸"), ["Return", "'x"], T.replace("Tue", "x‸")],
  [T.replace("Mon", "Mon‸"), ["Right", "'x"], T.replace("| 1", "| x‸1")],
  [T.replace("Mon", "Mon‸"), ["'|", "shift+Return", "'y"], T.replace("Mon", "Mon\\|<br>y‸")],
  [T.replace("Mon", "«Mon‸"), ["ctrl+b"], T.replace("Mon", "**«Mon‸**")],
  [T.replace("Mon", "Mon‸"), ["alt+Down"], T.replace("| Mon | 1 |\n| Tue | 2 |", "| Tue | 2 |\n| Mon‸ | 1 |")],
  [`${T}\n\n‸after`, ["BackSpace", "'x"], `${T.replace("2 |", "2x‸ |")}\n\nafter`],
  [`before‸\n\n${T}`, ["Delete", "'x"], `before\n\n${T.replace("Day", "x‸Day")}`],
  ["‸", ["'|A|B|", "Return", "'|-|-|", "Return", "'x", "Tab", "'y"], "|A|B|\n|-|-|\n| x | y‸ |"],
  ["‸", ["'A | B", "Return", "'--|--", "Return", "'x | y", "Return", "'z"], "A | B\n--|--\n| x | y |\n| z‸  |   |"],
];
/** Written row by row in the source. */
const sourceTable = ["'| A | B |", "Return", "'|-|-|", "Return", "'| x | y |", "Return", "'| z |", "Return", "Return"];

async function expectGestures(gestures: readonly Gesture[], write?: Writes): Promise<void> {
  for (const [before, keys, after] of gestures) {
    await hands.put(around(before));
    await act(keys, write);
    expect(await hands.shown(), `${before} ${keys.join(" ")}`).toBe(around(after));
  }
}

test("marks, lists, quotes and tables do what a writer's keys mean, and the file has it; a shortcut with Alt that is released first leaves the keyboard in the text", async () => {
  await test.step("a shortcut with Alt that is released first leaves the keyboard in the text", async () => {
    await hands.put("one\ntwo‸\nthree\n");
    for (const key of ["Up", "Down", "Down"]) await hands.hold("+alt", `+${key}`, "-alt", `-${key}`);
    await hands.hold("+ctrl", "+alt", "+2", "-alt", "-ctrl", "-2");
    await hands.type("!");
    expect(await hands.shown()).toBe("one\nthree\n## two!‸\n");
  });
  await test.step("marks, lists, quotes and tables do what a writer's keys mean, and the file has it", async () => {
    const blocks = [2, 7, 9].map((at) => blockGestures[at]);
    const sample = [markGestures[1], markGestures[2], tableGestures[0], tableGestures[1], ...blocks];
    await expectGestures(sample.filter((gesture) => gesture !== undefined));
    await hands.press("ctrl+s");
    const saved = around("- one\n\nto two");
    await expect.poll(() => galley.onDisk("a.md"), frequentPolling).toBe(saved);
  });
});

for (const [name, gestures] of Object.entries({ markGestures, blockGestures, tableGestures })) {
  test(`every gesture in live preview: ${name}`, { tag: "@long" }, () => expectGestures(gestures));
}

test("every gesture of text in the source, and beside a second view of it", { tag: "@long" }, async () => {
  await hands.press("ctrl+slash");
  await expectGestures([...markGestures, ...blockGestures]);
  await expectGestures([["‸", [...sourceTable, "'Next"], "| A | B |\n|-|-|\n| x | y |\n| z |\n\nNext‸"]]);
  await hands.press("ctrl+slash");
  await hands.press("ctrl+alt+e");
  await expect(galley.page.locator("iframe").first()).toBeVisible();
  await galley.editor.click();
  await expectGestures(markGestures.slice(0, 11));
  await expectGestures(blockGestures);
});

/** The same with Hebrew for the words that are not typed. */
function fromRightToLeft([before, keys, after]: Gesture): Gesture {
  const typed = keys.filter((key) => key.startsWith("'")).join(" ");
  const words = [...new Set(before.match(/[a-z]{3,}/gi) ?? [])].filter((word) => !typed.includes(word));
  const translated = (text: string) =>
    words.reduce((all, word, at) => all.replaceAll(word, ["שלום", "נמל", "מעבורת", "ים"][at % 4] ?? ""), text);
  return [translated(before), keys, translated(after)];
}

test("every gesture of text from right to left", { tag: "@long" }, async () => {
  // The title and the type of a callout stay as they are.
  const gestures = [...markGestures, ...blockGestures.filter(([before]) => !before.includes("[!"))];
  await expectGestures(gestures.map(fromRightToLeft));
});

test("every gesture of text with an input method", { tag: "@long" }, async () => {
  await expectGestures([...markGestures, ...blockGestures], await inputMethod());
});

test("undo takes back a word, with the cursor where it was, and a closed tab keeps the steps", {
  tag: "@long",
}, async () => {
  await hands.put(around("‸"));
  await hands.type("The ferry waits. It leaves");
  await hands.press("ctrl+z");
  expect(await hands.shown()).toBe(around("The ferry waits. It‸"));
  await hands.press("ctrl+z", "ctrl+z");
  expect(await hands.shown()).toBe(around("The ferry‸"));
  await hands.press("ctrl+Home", "ctrl+shift+z");
  expect(await hands.shown()).toBe(around("The ferry waits.‸"));
  await hands.press("ctrl+b");
  await hands.type("now");
  await hands.press("ctrl+b", "Return", "Return");
  await hands.type("- one");
  await hands.press("Return");
  const written = around("The ferry waits.**now**\n\n- one\n- ‸");
  expect(await hands.shown()).toBe(written);
  await expect.poll(() => galley.onDisk("a.md"), frequentPolling).toBe(written.replace("‸", ""));
  await hands.press("ctrl+w", "ctrl+shift+t");
  await expect(galley.editor).toBeFocused();
  expect(await hands.shown()).toBe(written);
  for (const step of ["- one\n- ‸", "- one‸", "-‸", "‸"].slice(1)) {
    await hands.press("ctrl+z");
    expect(await hands.shown()).toBe(around(`The ferry waits.**now**\n\n${step}`));
  }
});

test("every gesture of blocks while an agent writes above and below", { tag: "@long" }, async () => {
  let writes = 0;
  for (const [before, keys, after] of blockGestures) {
    const place = `Written: ${writes}.`;
    await hands.put(`${place}\n\n${around(before)}\n${place}\n`);
    const written = `Written: ${++writes}.`;
    const writing = galley.agent("text_editor", {
      action: "patch",
      path: "a.md",
      old_text: `${place}\n\nAbove`,
      new_text: `${written} More.\n\nAbove`,
    });
    await act(keys);
    expect((await writing).ok).toBe(true);
    const wanted = `${written} More.\n\n${around(after)}\n${place}\n`;
    await expect.poll(() => hands.shown(), before).toBe(wanted);
    writes += 1;
  }
});

test("a mark is begun and ended around a word of an input method, and in text from right to left", {
  tag: "@long",
}, async () => {
  const input = await galley.page.context().newCDPSession(galley.page);
  for (const [key, mark] of Object.entries(marks)) {
    await hands.put(around("前面‸后面"));
    await hands.press(key);
    for (const text of ["n", "ni", "nihao"])
      await input.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
    await input.send("Input.insertText", { text: "你好" });
    await hands.press(key);
    await input.send("Input.insertText", { text: "吗" });
    expect(await hands.shown()).toBe(around(`前面${mark}你好${mark}吗‸后面`));
  }
  await expectGestures([
    ["مرحبا «بالعالم‸ أجمع", ["ctrl+b", "End", "'!"], "مرحبا **بالعالم** أجمع!‸"],
    ["- مرحبا‸", ["Return", "Return", "'x"], "- مرحبا\n\nx‸"],
    ["- שלום‸", ["Home", "'x"], "- x‸שלום"],
    ["| א | ב |\n|---|---|\n| ג‸ | ד |", ["Left", "'x"], "| א | ב |\n|---|---|\n| ג | x‸ד |"],
  ]);
});
