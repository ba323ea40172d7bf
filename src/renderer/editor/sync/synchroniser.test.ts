import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinTexts } from "../../../core/text/join-texts";
import type { Change } from "../../../shared/contract";
import { SimulatedMain } from "../../testing/simulated-main";
import { toChangeSet } from "../text/change-sets";

const swap =
  (old: string, now: string) =>
  (text: string): Change[] => {
    const from = text.indexOf(old);
    if (from < 0) throw new Error(`no ${old} in ${text}`);
    return [{ from, to: from + old.length, insert: now }];
  };
const start = (text = "one two three\n\nfour five six\n") => new SimulatedMain(text);
const editAsUser = (main: SimulatedMain, old: string, now: string) => {
  for (const change of swap(old, now)(main.pageText)) main.edit(change);
};

describe("saving", () => {
  it("typed text reaches the disk, and the window is clean afterwards", () => {
    const main = start();
    editAsUser(main, "two", "2");
    main.resolveAll();
    expect(main.disk).toBe("one 2 three\n\nfour five six\n");
    expect(main.page.isDirty).toBe(false);
    expect(main.journal).toBeNull();
  });

  it("typing during a save stays unsaved and is saved afterwards", () => {
    const main = start();
    editAsUser(main, "two", "2");
    main.save();
    editAsUser(main, "2", "22");
    main.deliver("request");
    main.deliver("answer");
    expect(main.page.isDirty).toBe(true);
    expect(main.page.base.text.sliceString(0)).toBe("one 2 three\n\nfour five six\n");
    main.resolveAll();
    expect(main.disk).toBe("one 22 three\n\nfour five six\n");
  });

  it("long typing during a slow save is still based on what the save wrote", () => {
    const main = start();
    editAsUser(main, "two", "2");
    main.save();
    for (let count = 0; count < 30; count++) {
      main.edit({ from: 4, to: 4, insert: `${count} ` });
      main.type();
    }
    while (main.deliver("request"));
    while (main.deliver("answer"));
    expect(main.page.base.text.sliceString(0)).toBe("one 2 three\n\nfour five six\n");
    main.resolveAll();
    expect(main.disk).toBe(main.pageText);
    expect(main.disk.split(" 2 ")).toHaveLength(3);
  });

  it("a save whose answer is lost is not repeated", () => {
    const main = start();
    editAsUser(main, "two", "two and a half");
    main.save();
    main.deliver("request");
    main.loseAnswer();
    main.deliver("answer");
    main.resolveAll();
    expect(main.disk).toBe("one two and a half three\n\nfour five six\n");
    expect(main.conflictsSeen).toBe(0);
  });

  it("typing that is undone before the save leaves nothing to save, and clears the journal", () => {
    const main = start();
    editAsUser(main, "two", "2");
    main.type();
    main.deliver("request");
    expect(main.journal).not.toBeNull();
    editAsUser(main, "2", "two");
    main.type();
    main.deliver("request");
    main.resolveAll();
    expect(main.disk).toBe("one two three\n\nfour five six\n");
    expect(main.page.isDirty).toBe(false);
  });

  it("the journal's size depends on the edits, not on the text", () => {
    const main = start(`${"word ".repeat(10_000)}\n`);
    main.edit({ from: 20_000, to: 20_000, insert: "x" });
    expect(main.page.nextUpdate()?.changes).toEqual([{ from: 20_000, to: 20_000, insert: "x" }]);
    expect(main.page.nextUpdate()).toBeNull();
  });
});

describe("remote changes", () => {
  it("a write to a clean document is one remote change of only the changed range", () => {
    const main = start();
    main.agentWrites(swap("five", "5"));
    main.deliver("event");
    expect(main.pageText).toBe("one two three\n\nfour 5 six\n");
    expect(main.remoteChanges).toHaveLength(1);
    const spans: number[][] = [];
    main.remoteChanges[0]?.changes.iterChangedRanges((a, b, c, d) => spans.push([a, b, c, d]));
    expect(spans).toEqual([[20, 24, 20, 21]]);
    expect(main.page.isDirty).toBe(false);
  });

  it("a write that replaces a paragraph to change one word changes only that word, so that a cursor in it stays", () => {
    const main = start();
    main.agentWrites(swap("four five six", "four 5 six"));
    main.deliver("event");
    const changes = main.remoteChanges[0]?.changes;
    expect(changes?.mapPos(17, -1)).toBe(17);
    expect(changes?.mapPos(28, -1)).toBe(25);
  });

  it("a write elsewhere is merged below unsaved edits, which stay unsaved", () => {
    const main = start();
    editAsUser(main, "two", "2");
    main.agentWrites(swap("five", "5"));
    main.deliver("event");
    expect(main.pageText).toBe("one 2 three\n\nfour 5 six\n");
    expect(main.page.conflicts).toHaveLength(0);
    main.resolveAll();
    expect(main.disk).toBe("one 2 three\n\nfour 5 six\n");
  });

  it("a write that overtakes a save is merged from the stale answer, and its own event changes nothing more", () => {
    const main = start();
    editAsUser(main, "two", "2");
    main.save();
    main.agentWrites(swap("five", "5"));
    main.deliver("request");
    main.deliver("event");
    expect(main.pageText).toBe("one 2 three\n\nfour five six\n");
    main.deliver("answer");
    expect(main.pageText).toBe("one 2 three\n\nfour 5 six\n");
    expect(main.remoteChanges).toHaveLength(1);
    main.resolveAll();
    expect(main.disk).toBe("one 2 three\n\nfour 5 six\n");
  });

  it("an event after the answer that reported the same write changes nothing and requests nothing", () => {
    const main = start();
    editAsUser(main, "two", "2");
    main.save();
    main.agentWrites(swap("five", "5"));
    main.deliver("request");
    main.deliver("answer");
    main.deliver("event");
    expect(main.remoteChanges).toHaveLength(1);
    expect(main.requests).toEqual([]);
  });

  it("a write after a save that has not been answered waits for the answer", () => {
    const main = start();
    editAsUser(main, "two", "2");
    main.save();
    main.deliver("request");
    main.agentWrites(swap("five", "5"));
    main.deliver("event");
    expect(main.remoteChanges).toHaveLength(0);
    main.deliver("answer");
    expect(main.pageText).toBe("one 2 three\n\nfour 5 six\n");
    expect(main.page.isDirty).toBe(false);
  });

  it("a write without recorded changes is found by comparing the whole text", () => {
    const main = start();
    editAsUser(main, "two", "2");
    main.programWrites(swap("five", "5"));
    main.notice("forgotten");
    main.deliver("event");
    expect(main.page.isExchanging).toBe(true);
    main.resolveAll();
    expect(main.disk).toBe("one 2 three\n\nfour 5 six\n");
  });

  it("a write that skips a version is found by comparing the whole text", () => {
    const main = start();
    main.agentWrites(swap("five", "5"));
    main.events.shift();
    main.agentWrites(swap("six", "6"));
    main.deliver("event");
    main.resolveAll();
    expect(main.pageText).toBe("one two three\n\nfour 5 6\n");
  });

  it("a write whose changes do not fit is found by comparing the whole text", () => {
    const main = start();
    main.agentWrites(swap("five", "5"));
    const [event] = main.events;
    if (event) main.events[0] = { ...event, changes: [{ from: 10_000, to: 10_001, insert: "" }] };
    main.deliver("event");
    main.resolveAll();
    expect(main.pageText).toBe("one two three\n\nfour 5 six\n");
  });

  it("a write waits while the user is composing, and typing goes on", () => {
    const main = start();
    main.page.hold();
    main.agentWrites(swap("one", "1"));
    main.deliver("event");
    editAsUser(main, "six", "six n");
    editAsUser(main, "six n", "six ni");
    expect(main.pageText).toBe("one two three\n\nfour five six ni\n");
    main.release();
    expect(main.pageText).toBe("1 two three\n\nfour five six ni\n");
  });

  it("the same change on both sides is applied once", () => {
    const main = start();
    editAsUser(main, "two", "2");
    main.agentWrites(swap("two", "2"));
    main.resolveAll();
    expect(main.disk).toBe("one 2 three\n\nfour five six\n");
    expect(main.conflictsSeen).toBe(0);
  });
});

describe("a save by main for the user", () => {
  it("makes what the journal had saved, and later edits stay unsaved", () => {
    const main = start();
    editAsUser(main, "two", "2");
    main.type();
    main.deliver("request");
    editAsUser(main, "2", "2b");
    main.savesJournal();
    main.deliver("event");
    expect(main.pageText).toBe("one 2b three\n\nfour five six\n");
    expect(main.page.base.text.sliceString(0)).toBe("one 2 three\n\nfour five six\n");
    main.resolveAll();
    expect(main.disk).toBe("one 2b three\n\nfour five six\n");
    expect(main.conflictsSeen).toBe(0);
  });

  it("during a save of the same text saves nothing twice", () => {
    const main = start();
    editAsUser(main, "two", "2");
    main.type();
    main.deliver("request");
    editAsUser(main, "2", "2b");
    main.save();
    main.savesJournal();
    main.agentWrites(swap("five", "5"));
    main.resolveAll();
    expect(main.disk).toBe("one 2b three\n\nfour 5 six\n");
    expect(main.conflictsSeen).toBe(0);
  });
});

describe("when main lags behind", () => {
  it("and saves the first of many updates for the user, no text is doubled", () => {
    const main = start();
    editAsUser(main, "two", "two TWO");
    main.type();
    for (let count = 0; count < 30; count++) {
      main.edit({ from: 7, to: 7, insert: `-${count}` });
      main.type();
    }
    main.deliver("request");
    main.savesJournal();
    main.resolveAll();
    expect(main.disk).toBe(main.pageText);
    expect(main.disk.split("TWO")).toHaveLength(2);
    expect(main.conflictsSeen).toBe(0);
  });
});

describe("when the window lags behind", () => {
  it("and is notified of an agent's write and of what main saved for the user, it has no conflict with itself", () => {
    const main = start("one two three\n\nToday: ");
    const end = () => main.pageText.length;
    for (const words of ["rain, then su", "n; the bo", "ats came"]) {
      main.edit({ from: end(), to: end(), insert: words });
      main.type();
    }
    main.edit({ from: end(), to: end(), insert: " in" });
    main.deliver("request");
    main.agentWrites(swap("two", "2"));
    main.savesJournal();
    main.agentWrites(swap("three", "3"));
    while (main.deliver("event"));
    expect(main.page.conflicts).toEqual([]);
    expect(main.pageText).toBe("one 2 3\n\nToday: rain, then sun; the boats came in");
    expect(main.page.base.text.sliceString(0)).toBe("one 2 3\n\nToday: rain, then su");
    main.resolveAll();
    expect(main.disk).toBe("one 2 3\n\nToday: rain, then sun; the boats came in");
    expect(main.conflictsSeen).toBe(0);
  });
});

describe("conflicts", () => {
  const inConflict = () => {
    const main = start();
    editAsUser(main, "two", "2");
    main.agentWrites(swap("two", "zwei"));
    main.deliver("event");
    return main;
  };
  const sides = (main: SimulatedMain) => main.page.conflicts.map((conflict) => main.page.sides(conflict));

  it("both sides are shown, mine stays in the editor, and nothing is saved", () => {
    const main = inConflict();
    expect(sides(main)).toEqual([{ mine: "2", theirs: "zwei" }]);
    main.resolveAll();
    expect(main.disk).toBe("one zwei three\n\nfour five six\n");
    expect(main.pageText).toBe("one 2 three\n\nfour five six\n");
    expect(main.remoteChanges[0]?.mineBefore?.sliceString(0)).toBe("one 2 three\n\nfour five six\n");
  });

  it("typing at the ends belongs to mine", () => {
    const main = inConflict();
    main.edit({ from: 4, to: 4, insert: "<" });
    main.edit({ from: 6, to: 6, insert: ">" });
    expect(sides(main)).toEqual([{ mine: "<2>", theirs: "zwei" }]);
  });

  it("remote changes elsewhere are still merged", () => {
    const main = inConflict();
    main.agentWrites(swap("one", "1 and a half"));
    main.agentWrites(swap("six", "6"));
    main.resolveAll();
    expect(main.pageText).toBe("1 and a half 2 three\n\nfour five 6\n");
    expect(sides(main)).toEqual([{ mine: "2", theirs: "zwei" }]);
  });

  it("another write to the same words shows what is on disk now", () => {
    const main = inConflict();
    main.agentWrites(swap("zwei", "deux"));
    main.resolveAll();
    expect(sides(main)).toEqual([{ mine: "2", theirs: "deux" }]);
  });

  it("a conflict ends when both sides have the same words", () => {
    const main = inConflict();
    main.agentWrites(swap("zwei", "2"));
    main.resolveAll();
    expect(main.page.conflicts).toEqual([]);
    expect(main.page.isDirty).toBe(false);
  });

  it("a resolved conflict is saved", () => {
    const main = inConflict();
    editAsUser(main, "2", "2 zwei");
    main.page.resolve(main.page.conflicts[0]?.id ?? 0);
    main.resolveAll();
    expect(main.disk).toBe("one 2 zwei three\n\nfour five six\n");
  });

  it("undoing a choice before the save reopens the conflict; after the save it is an edit", () => {
    const main = inConflict();
    const id = main.page.conflicts[0]?.id ?? 0;
    main.page.resolve(id);
    expect(main.page.reopen(id, { from: 4, to: 5 })).toBe(true);
    expect(sides(main)).toEqual([{ mine: "2", theirs: "zwei" }]);
    main.page.resolve(id);
    main.resolveAll();
    expect(main.page.reopen(id, { from: 4, to: 5 })).toBe(false);
  });

  it("a conflict reopened by undo is found again after a reload", () => {
    const main = inConflict();
    const id = main.page.conflicts[0]?.id ?? 0;
    main.page.resolve(id);
    main.page.reopen(id, { from: 4, to: 5 });
    main.type();
    main.deliver("request");
    main.reload();
    main.resolveAll();
    expect(sides(main)).toEqual([{ mine: "2", theirs: "zwei" }]);
  });

  it("a conflict stays resolved if the choice is undone during its save", () => {
    const main = inConflict();
    const id = main.page.conflicts[0]?.id ?? 0;
    main.page.resolve(id);
    main.save();
    expect(main.page.reopen(id, { from: 4, to: 5 })).toBe(false);
    main.resolveAll();
    expect(main.disk).toBe("one 2 three\n\nfour five six\n");
  });

  it("an unresolved conflict is found again after a reload", () => {
    const main = inConflict();
    main.agentWrites(swap("five", "5"));
    main.resolveAll();
    main.reload();
    main.resolveAll();
    expect(sides(main)).toEqual([{ mine: "2", theirs: "zwei" }]);
    expect(main.pageText).toBe("one 2 three\n\nfour 5 six\n");
  });

  it("both texts are joined by a space between words, and by a line break between lines", () => {
    const words = { startsLine: false, endsLine: false };
    const lines = { startsLine: true, endsLine: true };
    expect(joinTexts("mine", "theirs", words)).toBe("mine theirs");
    expect(joinTexts("mine ", "theirs", words)).toBe("mine theirs");
    expect(joinTexts("my line", "their line", lines)).toBe("my line\ntheir line");
    expect(joinTexts("my line\n", "their line\n", lines)).toBe("my line\ntheir line\n");
    expect(joinTexts("", "theirs", words)).toBe("theirs");
  });
});

/** Everything that can happen; the usual more often. */
const happenings = [
  ...(["insert", "insert", "replace", "delete", "grow", "type", "type", "save", "save"] as const),
  ...(["agent", "agent", "agent deletes", "program", "notice", "forgotten", "journal"] as const),
  ...(["request", "request", "answer", "answer", "event", "event", "lose", "hold", "release", "settle"] as const),
  ...(["type long"] as const),
  "reload" as const,
];
/** `at` is a position as a fraction of the words. */
type Step = { what: (typeof happenings)[number]; at: number };
const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom(...happenings),
  at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
});

const token = /[a-z]+\d+/g;
const tokensOf = (text: string): string[] => text.match(token) ?? [];

/** Runs the steps, and then checks that all sides agree and no words are lost. */
function play(steps: readonly Step[]): void {
  const main = start("base1 base2 base3\nbase4 base5\n\nbase6 base7 base8\n\nbase9\n");
  const wanted = new Set(tokensOf(main.disk));
  const deleted = new Set<string>();
  let count = 0;
  // After a lost answer or a reload, two equal words cannot be told apart.
  let isCertain = true;

  /** Makes an edit of whole words, and updates which words the final text must have. */
  const editOf = (text: string, who: string, kind: "insert" | "replace" | "delete" | "grow", at: number): Change => {
    const words = [...text.matchAll(token)];
    const word = words[Math.floor(at * words.length)];
    const fresh = `${who}${++count}`;
    if (!word || kind === "insert") {
      const gaps = [0, ...[...text.matchAll(/[ \n]/g)].map((gap) => gap.index), text.length];
      const from = gaps[Math.floor(at * gaps.length)] ?? 0;
      wanted.add(fresh);
      return { from, to: from, insert: from === 0 || text[from - 1] === "\n" ? `${fresh} ` : ` ${fresh}` };
    }
    const span = { from: word.index, to: word.index + word[0].length };
    if (kind === "grow") {
      wanted.add(fresh);
      return { from: span.to, to: span.to, insert: `-${fresh}` };
    }
    deleted.add(word[0]);
    if (kind === "delete") return { ...span, insert: "" };
    wanted.add(fresh);
    return { ...span, insert: fresh };
  };

  for (const { what, at } of steps) {
    if (what === "insert" || what === "replace" || what === "delete" || what === "grow")
      main.edit(editOf(main.pageText, "mine", what, at));
    else if (what === "type") main.type();
    else if (what === "type long") {
      // A slow main receives none of it for seconds.
      for (let round = 0; round < 9; round++) {
        main.edit(editOf(main.pageText, "mine", round % 2 === 0 ? "insert" : "grow", (at + round / 9) % 1));
        main.type();
      }
    } else if (what === "save") main.save();
    else if (what === "agent" || what === "agent deletes") {
      const kind = what === "agent deletes" ? "delete" : at < 0.5 ? "insert" : "replace";
      const change = (text: string) => [editOf(text, "agent", kind, (at * 7) % 1)];
      const edit = change(main.disk);
      main.agentWrites(() => edit);
    } else if (what === "program") {
      const edit = editOf(main.disk, "program", at < 0.5 ? "insert" : "replace", (at * 5) % 1);
      main.programWrites(() => [edit]);
    } else if (what === "notice") main.notice("whole");
    else if (what === "forgotten") main.notice("forgotten");
    else if (what === "journal") main.savesJournal();
    else if (what === "request" || what === "answer" || what === "event") main.deliver(what);
    else if (what === "lose") {
      main.loseAnswer();
      isCertain = false;
    } else if (what === "hold") main.page.hold();
    else if (what === "release") main.release();
    else if (what === "settle") resolveOne(main, at);
    else if (what === "reload") {
      isCertain = false;
      const before = new Set(tokensOf(main.pageText));
      main.reload();
      const after = new Set([...tokensOf(main.pageText), ...tokensOf(main.disk)]);
      // What the journal had not received is lost with the window: at most the last moment's typing.
      for (const word of before) if (!after.has(word)) wanted.delete(word);
    }
  }
  main.resolveAll();
  for (let round = 0; main.page.conflicts.length > 0; round++) {
    resolveOne(main, 0);
    main.resolveAll();
    if (round > 50) throw new Error("conflicts never end");
  }
  expect(main.pageText).toBe(main.disk);
  expect(main.page.isDirty).toBe(false);
  expect(main.page.base.text.sliceString(0)).toBe(main.disk);
  expect(main.journal).toBeNull();
  const there = tokensOf(main.disk);
  expect([...wanted].filter((word) => !deleted.has(word) && !there.includes(word))).toEqual([]);
  if (main.conflictsSeen === 0 && isCertain) {
    const twice = there.filter((word, index) => there.indexOf(word) !== index);
    expect(twice).toEqual([]);
  }
}

/** Keeps both sides, as the button does. */
function resolveOne(main: SimulatedMain, at: number): void {
  const { conflicts } = main.page;
  const conflict = conflicts[Math.floor(at * conflicts.length)];
  if (!conflict) return;
  const { mine, theirs } = main.page.sides(conflict);
  const insert = joinTexts(mine, theirs, { startsLine: false, endsLine: false });
  const changes = toChangeSet([{ from: conflict.from, to: conflict.to, insert }], main.page.text.length);
  main.page.handleEdit(changes, changes.apply(main.page.text));
  main.page.resolve(conflict.id);
}

describe("any interleaving", () => {
  const runs = process.env["GALLEY_LONG"] ? 500_000 : 600;
  it(`of user, agents, external programs, messages and reloads converges without losing words (${runs} runs)`, () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80, size: "max" }), (steps) => play(steps)),
      { numRuns: runs },
    );
  }, 3_600_000);
});
