import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyChanges, type Change, invertChanges } from "./change";
import { difference } from "./difference";
import {
  addPending,
  followPending,
  hunkOfEach,
  hunksIn,
  keepHunks,
  listHunks,
  type PendingHunks,
  undoHunks,
} from "./pending-hunks";
import { runs } from "./texts.fixture";

/** A text that agents and others write in turn, as a canvas would hold it. */
class Page {
  pending: PendingHunks = [];
  constructor(public text: string) {}

  agent(hunk: string, after: string | Change[]): this {
    const changes = typeof after === "string" ? difference(this.text, after) : after;
    const before = this.text;
    this.pending = addPending(
      this.pending,
      (from, to) => before.slice(from, to),
      changes,
      changes.map(() => hunk),
    );
    this.text = applyChanges(before, changes);
    return this;
  }

  person(after: string | Change[]) {
    const changes = typeof after === "string" ? difference(this.text, after) : after;
    const followed = followPending(this.pending, changes);
    this.pending = followed.pending;
    this.text = applyChanges(this.text, changes);
    return followed;
  }

  undoAll(): this {
    for (let [hunk] = hunksIn(this.pending); hunk !== undefined; [hunk] = hunksIn(this.pending)) this.undo(hunk);
    return this;
  }

  undo(hunk: string): this {
    const undone = undoHunks(this.pending, [hunk]);
    this.text = applyChanges(this.text, undone.changes);
    this.pending = undone.pending;
    return this;
  }
}

describe("undoing a hunk", () => {
  it("brings back the words that it replaced, around what the person typed since", () => {
    const page = new Page("The colour is grey.\n").agent("h", "The color is gray.\n");
    page.person("Yes: The color, I think, is gray today.\n");
    expect(page.undo("h").text).toBe("Yes: The colour, I think, is grey today.\n");
    expect(page.pending).toEqual([]);
  });

  it("leaves what the person typed into its text", () => {
    const page = new Page("one\n").agent("h", "one\nnew words here\n");
    page.person("one\nnew MY words here\n");
    expect(page.undo("h").text).toBe("one\nMY ");
  });

  it("leaves another hunk alone that was written into it, and the other way round", () => {
    const page = () => new Page("a b c").agent("first", "a B b c").agent("second", "a B2 b c");
    expect(page().undo("second").text).toBe("a B b c");
    expect(page().undo("second").undo("first").text).toBe("a b c");
    expect(page().undo("first").text).toBe("a 2b c");
    expect(page().undo("first").undo("second").text).toBe("a b c");
  });

  it("gives back what one hunk wrote and another took out", () => {
    const page = () => new Page("x y").agent("first", "x long y").agent("second", "x y");
    expect(page().undo("second").text).toBe("x long y");
    expect(listHunks(page().undo("second").pending).map(({ id }) => id)).toEqual(["first"]);
    expect(page().undo("first").text).toBe("x y");
    expect(page().undo("first").pending).toEqual([]);
  });

  it("is nothing where the hunk is not pending", () => {
    expect(undoHunks([3, { text: "a", insertedBy: "h", removedBy: null }], ["other"]).changes).toEqual([]);
  });
});

describe("somebody else's writing", () => {
  it("ends a hunk that it puts back, as the editor's own undo does", () => {
    const page = new Page("The colour is grey.\n").agent("h", "The color is gray.\n");
    expect(page.person("The colour is grey.\n")).toEqual({ pending: [], undone: ["h"], overwritten: [] });
  });

  it("ends a hunk that it writes over: undoing it would mix two people's words", () => {
    const page = new Page("a colour b").agent("h", [{ from: 2, to: 8, insert: "shade" }]);
    expect(page.person([{ from: 2, to: 7, insert: "tint" }])).toMatchObject({ undone: [], overwritten: ["h"] });
    expect(page.text).toBe("a tint b");
  });

  it("ends a hunk whose surroundings it takes out", () => {
    const page = new Page("a red fox ran").agent("h", "a fox ran");
    expect(page.person([{ from: 0, to: 6, insert: "" }]).overwritten).toEqual(["h"]);
  });

  it("that only takes out what a hunk wrote leaves a way to the text before it", () => {
    const page = new Page("a colour b").agent("h", [{ from: 2, to: 8, insert: "shade" }]);
    page.person([{ from: 2, to: 7, insert: "" }]);
    expect(page.undo("h").text).toBe("a colour b");
  });

  it("before a replaced word stays before it", () => {
    const page = new Page("a colour b").agent("h", [{ from: 2, to: 8, insert: "shade" }]);
    page.person([{ from: 2, to: 2, insert: "dark " }]);
    expect(page.undo("h").text).toBe("a dark colour b");
  });
});

describe("a hunk", () => {
  it("holds the changes of neighbouring lines together, and no others", () => {
    const text = "one\ntwo\nthree\n\nfour\nfive\n";
    const changes = difference(text, "ONE\nTWO\nthree\n\nfour\nFIVE\n");
    expect(hunkOfEach((from, to) => text.slice(from, to), changes)).toEqual([0, 0, 1]);
  });

  it("is listed with its parts in today's text", () => {
    const page = new Page("The colour is red and grey.").agent("h", [
      { from: 4, to: 10, insert: "hue" },
      { from: 13, to: 17, insert: "" },
    ]);
    page.person([{ from: 0, to: 0, insert: "Oh. " }]);
    expect(listHunks(page.pending)).toEqual([
      {
        id: "h",
        from: 8,
        to: 14,
        parts: [
          { from: 8, to: 11, removed: "colour" },
          { from: 14, to: 14, removed: " red" },
        ],
      },
    ]);
  });

  it("that is kept leaves nothing behind", () => {
    const page = new Page("a colour b").agent("h", "a color b");
    expect(keepHunks(page.pending, ["h"])).toEqual([]);
  });
});

/** A character of its own for every character that is ever written: who wrote it can be seen from the text alone. */
type Letter = string;
type Step = { who: "person" | number; spans: { at: number; length: number; insert: number }[] };

const steps = fc.array(
  fc.record({
    who: fc.oneof(fc.constant("person" as const), fc.nat({ max: 3 })),
    spans: fc.array(fc.record({ at: fc.nat(60), length: fc.nat(4), insert: fc.nat(3) }), {
      minLength: 1,
      maxLength: 3,
    }),
  }),
  { maxLength: 12 },
);

function play(start: number, plan: readonly Step[]) {
  let next = 0x4e00;
  const letters = (count: number): Letter => Array.from({ length: count }, () => String.fromCharCode(next++)).join("");
  const page = new Page(letters(start));
  const original = page.text;
  const byAgent = new Set<Letter>();
  /** Who typed: with the letters that stood at both sides, so far as they were the person's to see. */
  const typed: { text: string; left: Letter | undefined; right: Letter | undefined }[] = [];
  for (const [index, { who, spans }] of plan.entries()) {
    const changes: Change[] = [];
    for (const { at, length, insert } of [...spans].sort((a, b) => a.at - b.at)) {
      const from = Math.min(at, page.text.length);
      if (from <= (changes.at(-1)?.to ?? -1)) continue;
      changes.push({ from, to: Math.min(page.text.length, from + length), insert: letters(insert) });
    }
    if (who === "person") {
      for (const { from, to, insert } of changes) {
        if (insert) typed.push({ text: insert, left: page.text[from - 1], right: page.text[to] });
      }
      page.person(changes);
    } else {
      for (const { insert } of changes) for (const letter of insert) byAgent.add(letter);
      page.agent(`${who}.${index}`, changes);
    }
  }
  return { page, original, byAgent, typed };
}

const anyPlay = fc.tuple(fc.nat(30), steps).map(([start, plan]) => play(start, plan));

describe("whatever a person and agents write in turn", () => {
  it("undoing every hunk leaves no letter of theirs, all of the person's, and the rest in its order", () => {
    fc.assert(
      fc.property(anyPlay, ({ page, original, byAgent, typed }) => {
        const seen = page.text;
        page.undoAll();
        const left = page.text;
        expect([...left].filter((letter) => byAgent.has(letter))).toEqual([]);
        expect(new Set(left).size).toBe(left.length);
        for (const letter of seen) if (!byAgent.has(letter)) expect(left).toContain(letter);
        const order = [...left].filter((letter) => original.includes(letter)).map((letter) => original.indexOf(letter));
        expect(order).toEqual([...order].sort((a, b) => a - b));
        for (const { text, left: before, right: after } of typed) {
          const places = [...text].map((letter) => left.indexOf(letter)).filter((at) => at >= 0);
          expect(places).toEqual([...places].sort((a, b) => a - b));
          const [first, last] = [places[0], places.at(-1)];
          if (first === undefined || last === undefined) continue;
          if (before !== undefined && left.includes(before)) expect(left.indexOf(before)).toBeLessThan(first);
          if (after !== undefined && left.includes(after)) expect(left.indexOf(after)).toBeGreaterThan(last);
        }
      }),
      runs(3000),
    );
  });

  it("the order in which hunks are undone makes no difference", () => {
    fc.assert(
      fc.property(anyPlay, fc.infiniteStream(fc.nat(100)), ({ page }, numbers) => {
        const other = new Page(page.text);
        other.pending = page.pending;
        page.undoAll();
        while (other.pending.length > 0) {
          const hunks = hunksIn(other.pending);
          other.undo(hunks[(numbers.next().value as number) % hunks.length] as string);
        }
        expect(other.text).toBe(page.text);
      }),
      runs(1000),
    );
  });

  it("keeping every hunk changes no letter and leaves nothing pending", () => {
    fc.assert(
      fc.property(anyPlay, ({ page }) => {
        let { pending } = page;
        while (pending.length > 0) pending = keepHunks(pending, [hunksIn(pending)[0] as string]);
        expect(pending).toEqual([]);
      }),
      runs(1000),
    );
  });

  it("without a person in between, undoing every hunk is the text before all of them", () => {
    fc.assert(
      fc.property(fc.nat(30), steps, (start, plan) => {
        const { page, original } = play(
          start,
          plan.map((step) => ({ ...step, who: step.who === "person" ? 0 : step.who })),
        );
        page.undoAll();
        expect(page.text).toBe(original);
      }),
      runs(1000),
    );
  });

  it("where the person only adds, undoing every hunk leaves every letter of the text before them", () => {
    fc.assert(
      fc.property(fc.nat(30), steps, (start, plan) => {
        const adding = plan.map(({ who, spans }) => ({
          who,
          spans: who === "person" ? spans.map((span) => ({ ...span, length: 0 })) : spans,
        }));
        const { page, original, byAgent } = play(start, adding);
        const mine = [...page.undoAll().text].filter((letter) => original.includes(letter)).join("");
        expect(mine).toBe(original);
        expect([...page.text].some((letter) => byAgent.has(letter))).toBe(false);
      }),
      runs(1000),
    );
  });

  it("undoing a hunk and writing it again by hand is the hunk, if it is named as before", () => {
    fc.assert(
      fc.property(anyPlay, ({ page }) => {
        for (const hunk of hunksIn(page.pending)) {
          const { changes, pending } = undoHunks(page.pending, [hunk]);
          const without = applyChanges(page.text, changes);
          const back = invertChanges(page.text, changes);
          const again = addPending(
            pending,
            (from, to) => without.slice(from, to),
            back,
            back.map(() => hunk),
          );
          expect(applyChanges(without, back)).toBe(page.text);
          expect(applyChanges(page.text, undoHunks(again, [hunk]).changes)).toBe(without);
        }
      }),
      runs(1000),
    );
  });

  it("taking every hunk back by hand, to the letter, ends it", () => {
    fc.assert(
      fc.property(fc.nat(30), steps, (start, plan) => {
        const { page } = play(
          start,
          plan.slice(0, 1).map((step) => ({ ...step, who: 0 })),
        );
        const [hunk] = hunksIn(page.pending);
        fc.pre(hunk !== undefined);
        const { changes } = undoHunks(page.pending, [hunk as string]);
        expect(followPending(page.pending, changes)).toEqual({ pending: [], undone: [hunk], overwritten: [] });
      }),
      runs(1000),
    );
  });

  it("costs what is pending, not what the text is long", () => {
    const page = new Page("word ".repeat(200_000)).agent("h", [{ from: 500_000, to: 500_004, insert: "WORD" }]);
    page.person([{ from: 0, to: 0, insert: "x" }]);
    expect(page.pending).toHaveLength(3);
  });
});
