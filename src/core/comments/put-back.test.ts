import { expect, test } from "vitest";
import { difference } from "../diff/difference";
import { applyChanges } from "../text/change";
import { putBackProtected } from "./put-back";

const rangeOf = (text: string, words: string) => ({
  from: text.indexOf(words),
  to: text.indexOf(words) + words.length,
});

/** The text after an external write, with the protected words put back. */
function written(before: string, after: string, ...words: string[]): string {
  const ranges = words.map((each) => rangeOf(before, each));
  const back = putBackProtected(before, difference(before, after), ranges);
  if (back === null) return after;
  expect(applyChanges(after, back.changes)).toBe(back.text);
  expect(back.ranges.map(({ from, to }) => back.text.slice(from, to))).toEqual(words);
  return back.text;
}

const text = "# Notes\n\nThe tide is late.\n\nThe grey wall stands.\n\nWe left before noon.\n";
const wall = "The grey wall stands.";

test.each([
  ["a word", text.replace("grey", "red"), text],
  ["a word, and one elsewhere", text.replace("grey", "red").replace("late", "early"), text.replace("late", "early")],
  ["words before and behind it only", text.replace("late", "early"), text.replace("late", "early")],
  ["all of it", text.replace(wall, "No more."), text],
  ["nothing left of it", text.replace(`${wall}\n\n`, ""), text],
  [
    "nothing left of it and of the end",
    text.slice(0, text.indexOf(wall)),
    `${text.slice(0, text.indexOf(wall))}${wall}`,
  ],
  [
    "three paragraphs by three others",
    "# Notes\n\nAlpha beta.\n\nGamma delta!\n\nZeta eta theta.\n",
    `# Notes\n\nAlpha beta.\n\n${wall}\n\nZeta eta theta.\n`,
  ],
  ["everything by other words", "Alpha beta", `Alpha beta\n\n${wall}`],
  ["everything by nothing", "", wall],
  ["words in the midst of it", text.replace("wall", "wall, they say,"), text],
  ["a word of it, and words before it in its line", text.replace(wall, "Zeta: the grey wall stands no more."), text],
  ["a word of it, and puts one directly before it", text.replace(wall, "Zeta The red wall stands."), text],
  [
    "it and adds a paragraph behind it",
    text.replace(wall, `The red wall stands.\n\nAlpha beta gamma.\n\nDelta.`),
    text.replace(wall, `${wall}\n\nAlpha beta gamma.\n\nDelta.`),
  ],
  ["words directly behind it", text.replace(wall, `${wall} Or so.`), text.replace(wall, `${wall} Or so.`)],
])("of a protected paragraph an external write changes %s", (_, after, expected) => {
  expect(written(text, after, wall)).toBe(expected);
});

test("two passages in one change are both put back, in their order", () => {
  const after = "# Notes\n\nOne.\n\nTwo.\n\nThree.\n";
  expect(written(text, after, "The tide is late.", wall)).toBe(`# Notes\n\nThe tide is late.\n\n${wall}\n\nThree.\n`);
});

test("new paragraphs in the midst of a section are another version of it; those around it stay", () => {
  const section = text.slice(text.indexOf("The tide"), text.indexOf("\n\nWe left"));
  const after = text.replace("late.", "late.\n\nAlpha.\n\nBeta.").replace("We left", "Gamma.\n\nWe left");
  expect(written(text, after, section)).toBe(text.replace("We left", "Gamma.\n\nWe left"));
});

test("what overlaps is protected as one", () => {
  const section = text.slice(text.indexOf("The tide"));
  expect(written(text, "# Notes\n\nGone.\n", section, wall)).toBe(`# Notes\n\nGone.\n\n${section}`);
});

/** Numbers from 0 up to but without `limit`, the same in each run. */
function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * limit);
  };
}

/** Words of protected lines, and of others. */
const own = ["The mill stood still.", "Nobody saw them.", "水车停了。", "- two 🙂"];
const words = [
  "Yes.",
  "No.",
  "The harbour was empty.",
  "# Notes",
  "We left before noon, all of us.",
  "潮水来了。",
  "- one 😀",
  "",
];

test("whatever an external write does, protected words are there, and so is all that it wrote elsewhere; nothing else changes", () => {
  for (let round = 0; round < (process.env["GALLEY_LONG"] ? 20_000 : 2000); round++) {
    const random = numbers(round + 1);
    const line = (): string => words[random(words.length)] ?? "";
    // Each line is there once, so that it is known which one is meant.
    const lines = Array.from({ length: 3 + random(6) }, (_, at) => {
      const text = line();
      return { text: text === "" ? "" : `${text} ${at}`, isProtected: false };
    });
    for (let count = 1 + random(2); count > 0; count--) {
      const at = random(lines.length);
      lines[at] = { text: `Kept ${at} ${own[random(own.length)]} end`, isProtected: true };
    }
    const glue = random(2) === 0 ? "\n" : "\n\n";
    const before = lines.map((each) => each.text).join(glue);
    const what = lines.map(() => random(6));
    const isTouched = (at: number): boolean => lines[at]?.isProtected === true && [1, 2, 3, 4].includes(what[at] ?? 0);
    const isKept = (at: number): boolean =>
      !isTouched(at) && lines[at]?.text !== "" && (lines[at]?.isProtected === true || ![0, 1].includes(what[at] ?? 0));
    /** Whether all lines from one to the next passage that the write touched are other ones: then new ones may be in place of its words. */
    const isBeside = (at: number, step: 1 | -1): boolean =>
      lines[at] !== undefined && !isKept(at) && (isTouched(at) || isBeside(at + step, step));
    const added: string[] = [];
    const fresh = (at: number): string => {
      if (!isBeside(what[at] === 2 ? at : at - 1, -1) && !isBeside(at + 1, 1)) added.push(`new${round}x${at}`);
      return `new${round}x${at}`;
    };
    const after = lines
      .flatMap(({ text, isProtected }, at) => {
        if (isProtected)
          return [[text], [], [text.replace(" ", " other ")], [text.slice(0, 6)], ["Z"], [text]][what[at] ?? 0] ?? [];
        return what[at] === 0 ? [] : what[at] === 1 ? [fresh(at)] : what[at] === 2 ? [text, fresh(at)] : [text];
      })
      .join(glue);
    const starts = lines.map((_, at) =>
      lines.slice(0, at).reduce((sum, each) => sum + each.text.length + glue.length, 0),
    );
    const ranges = lines.flatMap(({ text: words, isProtected }, at) => {
      const from = starts[at] ?? 0;
      return isProtected ? [{ from, to: from + words.length }] : [];
    });
    const changes = difference(before, after);
    const back = putBackProtected(before, changes, ranges);
    const now = back?.text ?? after;
    const shown = JSON.stringify({ round, before, after, now });
    if (back !== null) expect(applyChanges(after, back.changes), shown).toBe(now);
    const places = back?.ranges;
    for (const [index, { from, to }] of ranges.entries()) {
      const kept = before.slice(from, to);
      const place = places?.[index];
      if (place !== undefined) expect(now.slice(place.from, place.to), shown).toBe(kept);
      expect(now, shown).toContain(kept);
    }
    for (const each of added) expect(now.split(each), shown).toHaveLength(2);
    // What is not protected, and neither new nor deleted, is there as often as the write left it.
    const count = (within: string, each: string): number => within.split("\n").filter((found) => found === each).length;
    for (const { text, isProtected } of lines)
      if (text !== "" && !isProtected) expect(count(now, text), shown).toBe(count(after, text));
  }
});
