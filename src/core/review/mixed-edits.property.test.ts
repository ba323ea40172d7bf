import fc from "fast-check";
import { expect, it } from "vitest";
import { applyChanges, type Change, composeChanges, shrinkChanges } from "../text/change";
import { runs, someChanges } from "../text/texts.fixture";
import { addAgentEdits, followEdits } from "./follow-edits";
import { addMixedEdits, mixedIn, moveSuggested, splitSuggestions } from "./mixed-edits";
import { packEdits, unpackEdits } from "./packed-edits";
import {
  editRanges,
  hunksIn,
  keepHunks,
  type PendingEdits,
  type ReviewedWrite,
  samePending,
  undoHunks,
  writesOf,
} from "./pending-edits";
import type { ReviewedText } from "./reviewed-text";
import { textOf, writesIn } from "./runs";
import { isSuggestion, suggestionAt, suggestionId } from "./suggestions";

type Who = "agent a" | "agent b" | "suggests" | "types";
type State = { text: string; pending: PendingEdits };

const agentOf = (id: string) => (isSuggestion(id) ? id : (id[0] ?? ""));
const reviewed = (text: string): ReviewedText => ({ slice: (from, to) => text.slice(from, to), agentOf });

/** Somebody's changes to a text, as the editor that follows them has it. `count` numbers the writes. */
function after({ text, pending }: State, who: Who, changes: readonly Change[], count: number): State {
  const write =
    who === "suggests" ? (suggestionAt(pending, changes) ?? suggestionId(String(count))) : `${who.at(-1)}${count}`;
  const next =
    who === "types"
      ? followEdits(pending, reviewed(text), changes).pending
      : addAgentEdits(pending, reviewed(text), changes, write);
  return { text: applyChanges(text, changes), pending: next };
}

/** The text in which all hunks are undone, with the words that the user wrote in them. */
function undone({ text, pending }: State): string {
  const result = undoHunks(pending, hunksIn(pending), "with the user's words");
  expect(result.pending).toEqual([]);
  return applyChanges(text, result.changes);
}

/** What an editor has tracked since it knew what was pending `before`. */
const tracked = ({ pending }: State, before: State) => ({
  pending,
  writes: [...writesOf(before.pending), ...writesOf(pending)].map((id) => ({ id })),
});

const texts = fc.constantFrom(
  "",
  "quick brown lantern jumps 1930 dusk wells\n",
  "- one item\n- another item\n\nA last line",
  "שלום עולם and 中文字 words\n\n\nend",
);
const step = (...who: Who[]) => fc.record({ who: fc.constantFrom(...who), seed: fc.nat({ max: 2 ** 30 }) });
const earlier = fc.array(step("agent a", "agent b", "suggests"), { maxLength: 5 });

/** The states while changes are made, and all changes from the first to the last. */
function play(start: State, steps: readonly { who: Who; seed: number }[], count = 0) {
  let state = start;
  let changes: Change[] = [];
  for (const [index, { who, seed }] of steps.entries()) {
    const [made = []] = fc.sample(someChanges(state.text, 2), { numRuns: 1, seed });
    const real = shrinkChanges(state.text, made);
    if (real.length === 0) continue;
    changes = composeChanges(changes, real);
    state = after(state, who, real, count + index);
  }
  return { ...state, changes };
}

/** Whether the words of each edit are those of the text, and none is empty. */
function expectSound({ text, pending }: State): void {
  for (const { edit, from, to } of editRanges(pending)) {
    expect(textOf(edit.now)).toBe(text.slice(from, to));
    expect(textOf(edit.accepted)).not.toBe(textOf(edit.now));
    expect(writesIn(edit.now, edit.accepted)).not.toEqual([]);
    expect(edit.hunk).not.toBe("");
  }
}

it("pending edits joined with suggestions are those of the text, and undoing all gives the accepted text", () => {
  const later = fc.array(step("suggests", "types"), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(texts, earlier, later, fc.boolean(), (accepted, first, then, isUnseen) => {
      const start = { text: accepted, pending: [] };
      const saved = play(start, first);
      const unseen = first.map((each) => (each.who === "agent b" ? { ...each, who: "types" as const } : each));
      const known = isUnseen ? play(start, unseen) : saved;
      const now = play(known, then, 100);
      const pending = addMixedEdits({ ...saved, agentOf }, now.changes, tracked(now, known));
      expectSound({ text: now.text, pending });
      expect(keepHunks(pending, hunksIn(pending))).toEqual([]);
      if (isUnseen) return;
      const { before, ordinary } = splitSuggestions(saved, now.changes, tracked(now, known));
      const between = applyChanges(before.text, ordinary);
      const { pending: others } = followEdits(before.pending, reviewed(before.text), ordinary);
      expect(undone({ text: now.text, pending })).toBe(undone({ text: between, pending: others }));
      for (const write of writesOf(now.pending).filter(isSuggestion)) expect(writesOf(pending)).toContain(write);
    }),
    runs(1200),
  );
}, 600_000);

it("suggestions that overlap agents' edits unknown to the editor: undoing all gives the text before both", () => {
  const agents = fc.array(step("agent a", "agent b"), { maxLength: 4 });
  const suggests = fc.array(step("suggests"), { maxLength: 4 });
  fc.assert(
    fc.property(texts, agents, suggests, (accepted, first, then) => {
      const others = play({ text: accepted, pending: [] }, first);
      const now = play({ text: others.text, pending: [] }, then, 100);
      const unknown = { text: others.text, pending: [] };
      const { ordinary, add } = splitSuggestions(unknown, now.changes, tracked(now, unknown));
      expect(applyChanges(unknown.text, ordinary)).toBe(unknown.text);
      const joined = { text: now.text, pending: add(others.pending) };
      expectSound(joined);
      expect(undone(joined)).toBe(accepted);
    }),
    runs(1200),
  );
}, 600_000);

it("suggestions alone do not change the accepted text", () => {
  const later = fc.array(step("suggests"), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(texts, earlier, later, (accepted, first, then) => {
      const saved = play({ text: accepted, pending: [] }, first);
      const now = play(saved, then, 100);
      const pending = addMixedEdits({ ...saved, agentOf }, now.changes, tracked(now, saved));
      expect(undone({ text: now.text, pending })).toBe(accepted);
      expect(samePending(pending, now.pending)).toBe(true);
    }),
    runs(1200),
  );
}, 600_000);

it("suggestions that are sent follow further changes of their text", () => {
  const later = fc.array(step("suggests", "types"), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(texts, later, fc.nat({ max: 2 ** 30 }), (accepted, steps, seed) => {
      const { text, pending } = play({ text: accepted, pending: [] }, steps);
      const writes = writesOf(pending).map((id): ReviewedWrite => ({ id, by: "maria", reason: "suggested", at: "" }));
      const [changes = []] = fc.sample(someChanges(text, 3), { numRuns: 1, seed });
      const moved = mixedIn(moveSuggested({ pending: packEdits(pending), writes }, text, changes));
      const next = applyChanges(text, changes);
      const own = unpackEdits(moved?.pending ?? [], next) ?? [];
      expectSound({ text: next, pending: own });
      expect(moved?.writes.map(({ id }) => id).sort()).toEqual(writesOf(own).sort());
    }),
    runs(800),
  );
}, 600_000);

it("what an agent wrote unseen by the editor stays pending, also if it is of a hunk that the editor knows", () => {
  const first = { text: "one\ntwo\nthree\nfour\n", pending: [] };
  const known = after(first, "agent a", [{ from: 0, to: 3, insert: "ONE" }], 1);
  const unseen: Change[] = [{ from: 4, to: 7, insert: "TWO" }];
  const saved = after(known, "agent a", unseen, 2);
  expect(hunksIn(saved.pending)).toHaveLength(1);
  const typed: Change[] = [{ from: 14, to: 18, insert: "4" }];
  const editor = after(after(known, "types", unseen, 2), "suggests", typed, 3);
  const pending = addMixedEdits({ ...saved, agentOf }, typed, tracked(editor, known));
  expect(writesOf(pending)).toEqual(["a1", "a2", "you-3"]);
  expect(undone({ text: editor.text, pending })).toBe(first.text);
});
