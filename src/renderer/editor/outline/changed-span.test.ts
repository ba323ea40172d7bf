import { Text } from "@codemirror/state";
import fc from "fast-check";
import { expect, it } from "vitest";
import { documents } from "../../../core/text/documents.fixture";
import { changedSpan } from "./changed-span";

const docOf = (text: string) => Text.of(text.split("\n"));

const longer = fc.array(documents, { maxLength: 30 }).map((parts) => parts.join("\n"));
const edits = fc.array(fc.tuple(fc.nat(1000), fc.nat(80), documents), { minLength: 1, maxLength: 6 });

const apply = (doc: Text, [share, length, insert]: [number, number, string]): Text => {
  const from = Math.floor((share / 1000) * doc.length);
  return doc.replace(from, Math.min(doc.length, from + length), docOf(insert));
};

it("the changed range covers every difference between two versions", () => {
  fc.assert(
    fc.property(longer, edits, (text, all) => {
      const before = docOf(text);
      const after = all.reduce(apply, before);
      const { from, to, insert } = changedSpan(before, after);
      expect(before.sliceString(0, from)).toBe(after.sliceString(0, from));
      expect(before.sliceString(to)).toBe(after.sliceString(from + insert.length));
      expect(before.length + insert.length - (to - from)).toBe(after.length);
    }),
  );
});

it("the changed range of a small edit is a few lines, anywhere in a long document", () => {
  const lines = Array.from({ length: 100_000 }, (_, n) => `line ${n}`);
  let doc = Text.of(lines);
  for (const share of [0, 1, 300, 500, 999, 1000]) {
    const after = apply(doc, [share, 3, "x\ny"]);
    const { from, to, insert } = changedSpan(doc, after);
    expect(to - from).toBeLessThan(2000);
    expect(insert.length).toBeLessThan(2000);
    doc = after;
  }
  expect(changedSpan(doc, doc)).toMatchObject({ insert: { length: 0 } });
});
