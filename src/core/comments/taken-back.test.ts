import fc from "fast-check";
import { expect, test } from "vitest";
import { difference } from "../diff/difference";
import { applyChanges } from "../text/change";
import { longText, takenBack } from "./taken-back";

const text = "The harbour was quite full that day.";
const at = (words: string) => ({ from: text.indexOf(words), to: text.indexOf(words) + words.length });

test("what puts the removed words back takes the edit back, whatever letters it leaves out", () => {
  const edit = { removed: "really empty", inserted: "quite full" };
  expect(takenBack(text, [{ ...at("quite full"), insert: "really empty" }], edit)).toEqual(at("quite full"));
  expect(
    takenBack(
      text,
      [
        { ...at("quite"), insert: "really" },
        { ...at("full"), insert: "empty" },
      ],
      edit,
    ),
  ).toEqual(at("quite full"));
  const shared = { removed: "quite foul", inserted: "quite full" };
  const letter = text.indexOf("ull");
  expect(
    takenBack(text, [{ from: letter, to: letter + 1, insert: "ou" }], { ...shared, removed: "quite foull" }),
  ).toEqual(at("quite full"));
});

test("an edit that only inserted or only removed is taken back by the opposite", () => {
  expect(takenBack(text, [{ ...at("quite "), insert: "" }], { removed: "", inserted: "quite " })).toEqual(at("quite "));
  const { from } = at("full");
  expect(takenBack(text, [{ from, to: from, insert: "half " }], { removed: "half ", inserted: "" })).toEqual({
    from,
    to: from,
  });
});

test("an inserted sentence is taken back, wherever the same words begin and end what goes", () => {
  const before = "The cat sat. The dog ran.";
  const edit = { removed: "", inserted: "The cat sat. " };
  expect(takenBack(before, [{ from: 4, to: 17, insert: "" }], edit)).toEqual({ from: 0, to: 13 });
  expect(takenBack(before, [{ from: 0, to: 13, insert: "" }], edit)).toEqual({ from: 0, to: 13 });
});

test("other words, and the same words beside the edit's, take nothing back", () => {
  const edit = { removed: "empty", inserted: "full" };
  expect(takenBack(text, [{ ...at("full"), insert: "busy" }], edit)).toBeNull();
  expect(takenBack(text, [{ ...at("quite"), insert: "empty" }], edit)).toBeNull();
  expect(takenBack(text, [{ ...at("full"), insert: "empty." }], edit)).toBeNull();
  expect(takenBack(text, [], edit)).toBeNull();
});

test("a long edit is taken back by its words, and not by others of the same length and with the same ends", () => {
  const long = (word: string) => `${"start ".repeat(40)}${word}${" end".repeat(40)}`;
  const [removed, inserted] = [long("first"), long("other")];
  const before = `Before. ${inserted} After.`;
  const at = { from: 8, to: 8 + inserted.length };
  const edit = { removed: longText(removed), inserted: longText(inserted) };
  const middle = before.indexOf("other");
  expect(takenBack(before, [{ ...at, insert: removed }], edit)).toEqual(at);
  expect(takenBack(before, [{ from: middle, to: middle + 5, insert: "first" }], edit)).toEqual(at);
  expect(takenBack(before, [{ ...at, insert: long("third") }], edit)).toBeNull();
  expect(takenBack(before.replace("other", "third"), [{ ...at, insert: removed }], edit)).toBeNull();
  expect(takenBack(before, [{ ...at, insert: "" }], { removed: "", inserted: edit.inserted })).toEqual(at);
});

test("whatever the texts: a range is where some of the changes put the removed words, and an undo is always one", () => {
  const words = fc.string({ unit: fc.constantFrom("a", "b", " "), maxLength: 6 });
  fc.assert(
    fc.property(words, words, words, words, words, fc.boolean(), (head, inserted, tail, removed, other, isLong) => {
      const before = head + inserted + tail;
      // What is only known by a digest is found in the same places.
      const edit = isLong ? { removed: longText(removed), inserted: longText(inserted) } : { removed, inserted };
      const changes = difference(before, head + other + tail);
      const found = takenBack(before, changes, edit);
      if (other === removed && removed !== inserted) expect(found).not.toBeNull();
      if (found === null) return;
      const { from, to } = found;
      expect(before.slice(from, to)).toBe(inserted);
      const run = changes.flatMap((_one, first) =>
        changes.slice(first).map((_last, size) => changes.slice(first, first + size + 1)),
      );
      const after = before.slice(0, from) + removed + before.slice(to);
      expect(run.map((some) => applyChanges(before, some))).toContain(after);
    }),
    process.env["GALLEY_LONG"] ? { numRuns: 200_000 } : { numRuns: 3_000, seed: 20_261_129 },
  );
});
