import fc from "fast-check";
import { expect, it } from "vitest";
import { difference } from "../diff/difference";
import { applyChanges, type Change } from "../text/change";
import { runs } from "../text/texts.fixture";
import { addAgentEdits } from "./follow-edits";
import { editRanges, hunksIn, keepHunks, listHunks, type PendingEdits, undoHunks } from "./pending-edits";
import { acceptedText } from "./review-oracle.fixture";
import { writesIn } from "./runs";
import { continuedId, isSuggestion, suggestionAt, suggestionId } from "./suggestions";

/** A document in which one user suggests and agents write. */
class Sheet {
  pending: PendingEdits = [];
  #count = 0;
  constructor(public text: string) {}

  /** What one key, paste or command changes. Returns the id of the suggestion. */
  suggest(changes: readonly Change[]): string {
    this.#count += 1;
    const write = suggestionAt(this.pending, changes) ?? suggestionId(String(this.#count));
    this.#apply(changes, write);
    return write;
  }

  agent(name: string, text: string): void {
    this.#count += 1;
    this.#apply(difference(this.text, text), `${name}${this.#count}`);
  }

  #apply(changes: readonly Change[], write: string): void {
    const before = this.text;
    this.pending = addAgentEdits(
      this.pending,
      { slice: (from, to) => before.slice(from, to), agentOf: (id) => (isSuggestion(id) ? id : (id[0] ?? "")) },
      changes,
      write,
    );
    this.text = applyChanges(before, changes);
  }

  /** The text after all hunks are undone. */
  get undone(): string {
    const { changes, pending, left } = undoHunks(this.pending, hunksIn(this.pending));
    expect({ pending, left }).toEqual({ pending: [], left: [] });
    return applyChanges(this.text, changes);
  }
}

const at = fc.nat({ max: 40 });
const typed = fc.constantFrom("a", "b ", " ", "\n", "\n- ", "new words", "עברית", "中", "👩‍👩‍👧", ".", "é");
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ does: fc.constant("type" as const), at, text: typed }) },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant("delete" as const), at, length: fc.integer({ min: 1, max: 12 }) }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("go on" as const), text: fc.constantFrom("x", "y", " z") }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("back" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant("replace" as const), at, length: fc.nat({ max: 9 }), text: typed }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("at many" as const), at, text: typed }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant("agent" as const), at, length: fc.nat({ max: 9 }), text: typed }),
  },
);

const start = fc.constantFrom(
  "",
  "quick brown lantern jumps 1930 dusk wells\n",
  "- one item\n- another item\n\nA last line",
  "שלום עולם and 中文字 words\n\n\nend",
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function play(sheet: Sheet, steps: readonly Step[], each: () => void = () => {}): void {
  let cursor = 0;
  for (const taken of steps) {
    const { length } = sheet.text;
    const from = "at" in taken ? Math.min(taken.at, length) : Math.min(cursor, length);
    const to = "length" in taken ? Math.min(length, from + taken.length) : from;
    const insert = "text" in taken ? taken.text : "";
    if (taken.does === "agent") sheet.agent("a", sheet.text.slice(0, from) + insert + sheet.text.slice(to));
    else if (taken.does === "at many") {
      const second = Math.min(length, from + 7);
      const changes = [{ from, to: from, insert }];
      if (second > from) changes.push({ from: second, to: second, insert });
      sheet.suggest(changes);
    } else if (taken.does === "back") sheet.suggest([{ from: Math.max(0, from - 1), to: from, insert: "" }]);
    else sheet.suggest([{ from, to, insert }]);
    cursor = taken.does === "back" ? Math.max(0, from - 1) : from + insert.length;
    each();
  }
}

const steps = fc.array(step, { minLength: 1, maxLength: 14 });

it("undoing all suggestions gives the text before, and keeping all the text as typed", () => {
  fc.assert(
    fc.property(start, steps, (before, taken) => {
      const sheet = new Sheet(before);
      play(sheet, taken, () => {
        expect(acceptedText(sheet)).toBe(before);
        expect(sheet.undone).toBe(before);
        expect(keepHunks(sheet.pending, hunksIn(sheet.pending))).toEqual([]);
        for (const { edit, from, to } of editRanges(sheet.pending))
          expect(sheet.text.slice(from, to)).toBe(edit.now.map(({ text }) => text).join(""));
      });
    }),
    runs(300),
  );
}, 600_000);

it("changes go on with the first suggestion that each of them touches", () => {
  const change = fc.record({ at, length: fc.nat({ max: 9 }) });
  fc.assert(
    fc.property(start, steps, fc.array(change, { minLength: 1, maxLength: 5 }), (before, taken, made) => {
      const sheet = new Sheet(before);
      play(sheet, taken);
      let last = 0;
      const changes = made
        .sort((a, b) => a.at - b.at)
        .map(({ at: from, length }) => {
          const start = Math.max(last, Math.min(from, sheet.text.length));
          last = Math.min(start + length, sheet.text.length);
          return { from: start, to: last };
        });
      const touched = changes.map(({ from, to }) =>
        editRanges(sheet.pending)
          .filter((range) => range.from <= to && range.to >= from)
          .flatMap(({ edit }) => writesIn(edit.now, edit.accepted).filter(isSuggestion)),
      );
      const [first = [], ...others] = touched;
      const common = first.find((write) => others.every((writes) => writes.includes(write)));
      expect(suggestionAt(sheet.pending, changes)).toBe(common ?? null);
    }),
    runs(2000),
  );
}, 600_000);

it("a suggestion that goes on after one of its hunks was kept has a new id each time", () => {
  const first = suggestionId("0b5c");
  const ids = [first, continuedId(first), continuedId(continuedId(first))];
  expect(new Set(ids).size).toBe(3);
  expect(ids.every(isSuggestion)).toBe(true);
});

it("what is typed into one's own suggestion stays one suggestion with one name", () => {
  const sheet = new Sheet("The lantern is grey.");
  const first = sheet.suggest([{ from: 12, to: 12, insert: "r" }]);
  const [hunk] = listHunks(sheet.pending);
  for (const letter of ["e", "a", "l", "l", "y", " "]) {
    const end = listHunks(sheet.pending)[0]?.to ?? 0;
    expect(sheet.suggest([{ from: end, to: end, insert: letter }])).toBe(first);
  }
  expect(listHunks(sheet.pending).map(({ id }) => id)).toEqual([hunk?.id]);
});

it("Backspace in one's own insertion only removes it", () => {
  const sheet = new Sheet("one two");
  sheet.suggest([{ from: 4, to: 4, insert: "new " }]);
  sheet.suggest([{ from: 6, to: 7, insert: "" }]);
  expect([sheet.text, listHunks(sheet.pending)[0]?.parts.map(({ removed }) => removed)]).toEqual(["one ne two", [""]]);
  for (const from of [6, 5, 4]) sheet.suggest([{ from, to: from + 1, insert: "" }]);
  expect([sheet.text, sheet.pending]).toEqual(["one two", []]);
});

it("two suggestions on one line are decided separately", () => {
  const sheet = new Sheet("The quick fox jumps over the lazy dog");
  sheet.suggest([{ from: 4, to: 9, insert: "slow" }]);
  sheet.suggest([{ from: 27, to: 31, insert: "busy" }]);
  const [first, second] = listHunks(sheet.pending);
  expect(listHunks(sheet.pending)).toHaveLength(2);
  const { changes } = undoHunks(sheet.pending, [second?.id ?? ""]);
  expect(applyChanges(sheet.text, changes)).toBe("The slow fox jumps over the lazy dog");
  expect(first?.id).not.toBe(second?.id);
});

it("changes that one command makes on adjacent lines are one suggestion", () => {
  const sheet = new Sheet("1. one\n2. two\n3. three\n");
  sheet.suggest([
    { from: 0, to: 7, insert: "" },
    { from: 7, to: 8, insert: "1" },
    { from: 14, to: 15, insert: "2" },
  ]);
  expect(listHunks(sheet.pending)).toHaveLength(1);
  expect(sheet.undone).toBe("1. one\n2. two\n3. three\n");
});

it("a suggestion in two places keeps the name of the second while the user goes on, also after the first was kept", () => {
  const sheet = new Sheet("one two\n\n\n\nthree four\n");
  const write = sheet.suggest([
    { from: 4, to: 7, insert: "2" },
    { from: 11, to: 16, insert: "3" },
  ]);
  const [first = "", second] = hunksIn(sheet.pending);
  expect(second).toBeDefined();
  sheet.pending = keepHunks(sheet.pending, [first]);
  const end = listHunks(sheet.pending)[0]?.to ?? 0;
  expect(sheet.suggest([{ from: end, to: end, insert: "rd" }])).toBe(write);
  expect(hunksIn(sheet.pending)).toEqual([second]);
});
