import fc from "fast-check";
import { expect, test } from "vitest";
import { type Change, composeChanges } from "../../../core/text/change";
import { fewer } from "../../../core/text/texts.fixture";
import { versionOf } from "../storage/files/version";
import { spliceText } from "./splice-text";
import { editedBytes, openTextFile } from "./text-file";

const opened = (bytes: Buffer) =>
  openTextFile({ realPath: "/a.md", bytes, version: versionOf(bytes), writable: true }, "a.md");

/** The result of the full way (decode, edit, encode); null if it rejects. */
function theLongWay(bytes: Buffer, changes: Change[]) {
  try {
    const written = Buffer.from(editedBytes(opened(bytes), { changes }, "a.md"));
    return { bytes: written, text: opened(written).document.text };
  } catch {
    return null;
  }
}

const usual = ["a", "b", "\n", "é", "潮", "😀", " "];
const traps = ["\ud83d", "\ude00", "\ufeff", "\0", "\r", "\r\n"];
const letter = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...usual) },
  { weight: 1, arbitrary: fc.constantFrom(...traps) },
);
const texts = fc.array(letter, { maxLength: 12 }).map((each) => each.join(""));

test("splicing gives the same bytes and text as the full way, or rejects", () => {
  let spliced = 0;
  fc.assert(
    fc.property(
      fc.boolean(),
      texts,
      fc.array(fc.tuple(fc.nat(14), fc.nat(4), texts), { minLength: 1, maxLength: 3 }),
      (marked, content, wanted) => {
        const bytes = Buffer.from((marked ? "\ufeff" : "") + content.toWellFormed(), "utf8");
        if (bytes.includes(0)) return;
        const current = opened(bytes);
        let { length } = current.document.text;
        let changes: Change[] = [];
        for (const [start, size, insert] of wanted) {
          const from = Math.min(start, length);
          const to = Math.min(from + size, length);
          changes = composeChanges(changes, [{ from, to, insert }]);
          length += insert.length - (to - from);
        }
        const short = spliceText(current, bytes, changes);
        if (short === null) return;
        spliced++;
        expect(short).toEqual(theLongWay(bytes, changes));
      },
    ),
    fewer(3000),
  );
  // The property proves nothing if hardly any case is spliced.
  expect(spliced).toBeGreaterThan(fewer(3000).numRuns / 10);
});

test("a result that would be read differently is not spliced", () => {
  const take = (content: string | Buffer, change: Change) => {
    const bytes = Buffer.from(content);
    return spliceText(opened(bytes), bytes, [change]);
  };
  const plain = { from: 0, to: 1, insert: "b" };
  expect(take("a\nb\n", plain)?.bytes.toString()).toBe("b\nb\n");
  expect(take("潮水\n", { from: 1, to: 2, insert: "x\r\ny" })?.bytes.toString()).toBe("潮x\ny\n");
  expect(take("a\r\nb\r\n", plain)).toBeNull();
  expect(take(Buffer.from([0xff, 0xfe, 0x61, 0]), plain)).toBeNull();
  expect(take(Buffer.from([0x61, 0x0a, 0xc3, 0xa9, 0xc3, 0xa9, 0xff]), plain)).toBeNull();
  expect(take("a\ufeffb", { from: 0, to: 1, insert: "" })).toBeNull();
  expect(take("abc", { from: 0, to: 0, insert: "\0" })).toBeNull();
  expect(take(`${"x".repeat(8192)}\0`, { from: 0, to: 1, insert: "" })).toBeNull();
  expect(take("😀", { from: 1, to: 2, insert: "" })).toBeNull();
  expect(take("a", { from: 0, to: 1, insert: "\ud83d" })).toBeNull();
});
