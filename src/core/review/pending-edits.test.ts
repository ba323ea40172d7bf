import { describe, expect, it } from "vitest";
import { difference } from "../diff/difference";
import { applyChanges, type Change } from "../text/change";
import { addAgentEdits, followEdits } from "./follow-edits";
import {
  hunksIn,
  keepHunks,
  listHunks,
  type PendingEdits,
  textsOfHunks,
  type UndoManner,
  undoHunks,
} from "./pending-edits";

/** A text that agents and the user edit in turn. Agents are named by the first letters of their writes: `a1`, `b2` … */
class Sheet {
  pending: PendingEdits = [];
  #writes = 0;
  constructor(public text: string) {}

  get #before() {
    const { text } = this;
    return { slice: (from: number, to: number) => text.slice(from, to), agentOf: (write: string) => write.slice(0, 1) };
  }

  agent(after: string, name = "a"): this {
    return this.write(difference(this.text, after), name);
  }

  write(changes: readonly Change[], name = "a"): this {
    this.#writes += 1;
    this.pending = addAgentEdits(this.pending, this.#before, changes, `${name}${this.#writes}`);
    this.text = applyChanges(this.text, changes);
    return this;
  }

  user(after: string): this {
    const changes = difference(this.text, after);
    this.pending = followEdits(this.pending, this.#before, changes).pending;
    this.text = after;
    return this;
  }

  /** Types at a position, character by character, after deleting this many characters before it. */
  type(at: number, typed: string, deleted = 0): this {
    for (let left = deleted; left > 0; left--) this.splice(at - deleted + left - 1, 1, "");
    let position = at - deleted;
    for (const letter of typed) {
      this.splice(position, 0, letter);
      position += letter.length;
    }
    return this;
  }

  splice(from: number, length: number, insert: string): this {
    const change = { from, to: from + length, insert };
    this.pending = followEdits(this.pending, this.#before, [change]).pending;
    this.text = applyChanges(this.text, [change]);
    return this;
  }

  undo(manner: UndoManner) {
    return undoHunks(this.pending, hunksIn(this.pending), manner, this.#before.slice);
  }

  undoAll(): string {
    const undone = this.undo("whole");
    this.pending = undone.pending;
    this.text = applyChanges(this.text, undone.changes);
    return this.text;
  }

  /** `[before→now]` for each edit, `|` at the end of a hunk of several edits. */
  get shown(): string {
    let shown = "";
    let at = 0;
    for (const { from, to, removed } of listHunks(this.pending).flatMap(({ parts }) => parts)) {
      shown += `${this.text.slice(at, from)}[${removed}→${this.text.slice(from, to)}]`;
      at = to;
    }
    return shown + this.text.slice(at);
  }
}

const pairs: [string, string][] = [
  ["Monday", "Tuesday"],
  ["colour", "color"],
  ["2024", "2025"],
  ["walking", "walked"],
  ["receive", "received"],
  ["ran", "run"],
  ["9:30", "10:15"],
  ["don't", "do not"],
  ["well-known", "known"],
  ["grey", "gray"],
  ["它们", "他们"],
  ["naïve", "naive"],
];

describe("an agent's word taken back", () => {
  it.each(pairs)("%s → %s by the editor's undo leaves nothing pending", (before, after) => {
    const sheet = new Sheet(`we meet on ${before}.`).agent(`we meet on ${after}.`);
    if (!before.startsWith("它")) expect(sheet.shown).toBe(`we meet on [${before}→${after}].`);
    sheet.user(`we meet on ${before}.`);
    expect(sheet.pending).toEqual([]);
    expect(sheet.undoAll()).toBe(`we meet on ${before}.`);
  });

  it.each(pairs)("%s → %s by retyping it leaves nothing pending", (before, after) => {
    const sheet = new Sheet(`we meet on ${before}.`).agent(`we meet on ${after}.`);
    sheet.type(11 + after.length, before, after.length);
    expect(sheet.text).toBe(`we meet on ${before}.`);
    expect(sheet.pending).toEqual([]);
  });

  it.each(pairs)("%s → %s by undoing the hunk restores the accepted word", (before, after) => {
    const sheet = new Sheet(`we meet on ${before}.`).agent(`we meet on ${after}.`);
    expect(sheet.undoAll()).toBe(`we meet on ${before}.`);
    expect(sheet.pending).toEqual([]);
  });
});

describe("a hunk in which the user wrote", () => {
  it("is left by undoing all, and counted", () => {
    const sheet = new Sheet("At 9:30 we go.").agent("At 10:15 we go.").type(8, "45", 2);
    expect(sheet.shown).toBe("At [9:30→10:45] we go.");
    expect(listHunks(sheet.pending)[0]?.isMixed).toBe(true);
    expect(sheet.undo("whole").left).toEqual(["a1.0"]);
    expect(applyChanges(sheet.text, sheet.undo("with the user's words").changes)).toBe("At 9:30 we go.");
    expect(applyChanges(sheet.text, sheet.undo("beside the user's words").changes)).toBe("At 9:30 10:45 we go.");
    expect(sheet.undoAll()).toBe("At 10:45 we go.");
  });

  it("ends if the user types the accepted text", () => {
    const sheet = new Sheet("The colour is red.").agent("The color is red.").type(8, "u");
    expect(sheet.text).toBe("The colour is red.");
    expect(sheet.pending).toEqual([]);
  });

  it("is marked as mixed, and hunks of other words are not", () => {
    const sheet = new Sheet("the quick brown fox").agent("the slow red fox").type(8, "er");
    expect(sheet.text).toBe("the slower red fox");
    expect(sheet.shown).toBe("the [quick→slower] [brown→red] fox");
    const [hunk] = listHunks(sheet.pending);
    expect(hunk?.isMixed).toBe(true);
    expect(sheet.undo("with the user's words").changes).toEqual([
      { from: 4, to: 10, insert: "quick" },
      { from: 11, to: 14, insert: "brown" },
    ]);
  });

  it("is the user's own once nothing of the agent's is left", () => {
    const sheet = new Sheet("on Monday.").agent("on Tuesday.").type(10, "Wednesday", 7);
    expect(sheet.text).toBe("on Wednesday.");
    expect(sheet.pending).toEqual([]);
  });
});

describe("text that the user types next to an edit", () => {
  it("is accepted once it is a separate word", () => {
    const sheet = new Sheet("on Monday.").agent("on Tuesday.");
    expect(sheet.type(3, "early ").shown).toBe("on early [Monday→Tuesday].");
    expect(sheet.type(16, " morning").shown).toBe("on early [Monday→Tuesday] morning.");
    expect(sheet.undoAll()).toBe("on early Monday morning.");
  });

  it("stays next to the removed text", () => {
    const sheet = new Sheet("one two three").agent("one three").type(4, "big ");
    expect(sheet.undoAll()).toBe("one two big three");
  });

  it("counts as the removed text if it is equal to it", () => {
    const sheet = new Sheet("one two three").agent("one three").type(4, "two ");
    expect(sheet.text).toBe("one two three");
    expect(sheet.pending).toEqual([]);
  });

  it.each([
    ["before", 10],
    ["after", 14],
  ])("counts as the removed text if it is an emoji of several code points, typed %s the agent's", (_, position) => {
    const [family, thumb] = ["👩‍👩‍👧", "👍🏽"];
    const sheet = new Sheet(`well done ${family} again`).agent(`well done ${thumb} again`).type(position, family);
    sheet.splice(sheet.text.indexOf(thumb), thumb.length, "");
    expect(sheet.text).toBe(`well done ${family} again`);
    expect(sheet.pending).toEqual([]);
  });

  it("is accepted if it is separate lines between an agent's lines", () => {
    const sheet = new Sheet("# T\n").agent("# T\n\none\n\ntwo\n").type(8, "\n\nmine");
    expect(sheet.text).toBe("# T\n\none\n\nmine\n\ntwo\n");
    expect(sheet.shown).toBe("# T\n[→\none\n]\nmine[→\n]\n[→two\n]");
    expect(listHunks(sheet.pending).some(({ isMixed }) => isMixed)).toBe(false);
    expect(sheet.undoAll()).toBe("# T\n\nmine\n");
  });
});

describe("an agent that writes in the same place again", () => {
  it("has one hunk, from the accepted words to the last ones", () => {
    const sheet = new Sheet("We ship it soon, maybe.\n")
      .agent("We ship it next week, maybe.\n")
      .agent("We will ship it next week.\n")
      .agent("We will surely ship the app next month.\n");
    expect(hunksIn(sheet.pending)).toHaveLength(1);
    expect(sheet.undoAll()).toBe("We ship it soon, maybe.\n");
  });

  it("has no hunk if it takes back what it wrote", () => {
    const text = "# A\n\ntext\n\n# B\n\ntext\n";
    const sheet = new Sheet(text).agent("# A\n\ntext\n\n# New\n\nlines\n\n# B\n\ntext\n").agent(text);
    expect(sheet.pending).toEqual([]);
  });

  it("does not mark a blank that it replaces with itself next to another agent's hunk", () => {
    const sheet = new Sheet("and nobody is there").agent("and nobody was there", "b");
    sheet.write([{ from: 4, to: 11, insert: "no one " }]);
    expect(sheet.shown).toBe("and [nobody→no one] [is→was] there");
  });

  it("keeps its hunk separate from another agent's", () => {
    const sheet = new Sheet("the quick brown fox").agent("the slow brown fox", "a").agent("the slow red fox", "b");
    expect(sheet.shown).toBe("the [quick→slow] [brown→red] fox");
    expect(hunksIn(sheet.pending)).toHaveLength(2);
  });
});

it("the texts of a hunk have blanks where the document has them", () => {
  const sheet = new Sheet("An agent a passage.").agent("An agent polishes a whole passage.");
  const [hunk = ""] = hunksIn(sheet.pending);
  expect(textsOfHunks(sheet.pending, (from, to) => sheet.text.slice(from, to)).get(hunk)).toEqual({
    removed: "a",
    inserted: "polishes a whole",
  });
});

it("keeping a hunk accepts it", () => {
  const sheet = new Sheet("on Monday.").agent("on Tuesday.");
  expect(keepHunks(sheet.pending, hunksIn(sheet.pending))).toEqual([]);
});

describe("one key among many pending edits", () => {
  /** Edits of a word in each of this many lines. */
  const many = (lines: number) => {
    const line = "Some sheep that stay as they are.\n";
    const pending = Array.from({ length: lines }, (_, index) => [
      index === 0 ? 5 : line.length - 5,
      {
        hunk: `w.${index}`,
        accepted: [{ text: "words", by: "w" }],
        now: [{ text: "sheep", by: "w" }],
      },
    ]).flat();
    return { line, text: line.repeat(lines), pending };
  };
  /** How often and how much of the text is read when a letter is typed somewhere. */
  const readFor = (lines: number, within: number) => {
    const { line, text, pending } = many(lines);
    let [calls, characters] = [0, 0];
    const slice = (from: number, to: number) => {
      calls += 1;
      characters += to - from;
      return text.slice(from, to);
    };
    const at = Math.floor(lines / 2) * line.length + within;
    const after = followEdits(pending, { slice, agentOf: () => "Claude" }, [{ from: at, to: at, insert: "x" }]);
    expect(hunksIn(after.pending)).toHaveLength(lines);
    return { calls, characters };
  };

  it.each([
    ["far from an edit", 25],
    ["beside an edit", 10],
    ["in an edit", 7],
  ])("reads no more of the text than among few, %s", (_where, within) => {
    expect(readFor(8_000, within)).toEqual(readFor(100, within));
  });
});
