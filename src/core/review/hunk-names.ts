/** Which hunk each pending edit belongs to. */
import type { Stretch } from "./compare-window";
import { hasAgentsWords, isBy, type Part } from "./edit-parts";
import {
  type EditRange,
  editRanges,
  type HunkId,
  hunksIn,
  type PendingEdit,
  type PendingEdits,
  unnamed,
  writeOfHunk,
} from "./pending-edits";
import type { ReviewedText } from "./reviewed-text";
import { joinRuns, textOf, writesIn } from "./runs";
import { isSuggestion } from "./suggestions";

export function withHunkName(
  part: string | Stretch,
  hunkOf: (edit: Stretch) => HunkId,
  before: readonly Part[] = [],
): string | PendingEdit {
  if (typeof part === "string") return part;
  const edit = { hunk: hunkOf(part), accepted: joinRuns(part.accepted), now: joinRuns(part.now) };
  const isCleared =
    !hasAgentsWords(edit.now) &&
    before.some((each) => "hunk" in each && each.isCleared && textOf(each.accepted) === textOf(edit.accepted));
  return isCleared ? { ...edit, isCleared } : edit;
}

/** The hunk that a suggestion already has in a window: it keeps its name while the user goes on. */
export const hunkOf = (parts: readonly Part[], write: string): HunkId =>
  parts.find((part): part is PendingEdit => "hunk" in part && isBy(part, write))?.hunk ?? unnamed;

/** The hunk that an edit belonged to before its window was rewritten: the one that shares most of its writes. */
export function hunkFor(edit: Stretch, parts: readonly Part[]): HunkId {
  const writes = writesIn(edit.now, edit.accepted);
  let best: { hunk: HunkId; shared: number } | null = null;
  for (const part of parts) {
    if (!("hunk" in part) || part.hunk === unnamed) continue;
    const shared = writesIn(part.now, part.accepted).filter((each) => writes.includes(each)).length;
    if (best === null || shared > best.shared) best = { hunk: part.hunk, shared };
  }
  return best?.hunk ?? unnamed;
}

/** Separates the hunks of different agents' edits that were one only as long as a word joined them. */
export function apartByAgents(
  parts: readonly (string | PendingEdit)[],
  agentOf: ReviewedText["agentOf"],
): (string | PendingEdit)[] {
  const agentsOf = new Map<HunkId, string>();
  return parts.map((part) => {
    if (typeof part === "string" || part.hunk === unnamed) return part;
    const writes = writesIn(part.now, part.accepted);
    const agents = JSON.stringify([...new Set(writes.map(agentOf))].sort());
    // The hunk stays with the agent that it is named after.
    const owner = agentOf(writeOfHunk(part.hunk));
    const known = agentsOf.get(part.hunk) ?? (owner === "" || writes.map(agentOf).includes(owner) ? agents : "");
    if (known !== "") agentsOf.set(part.hunk, known);
    return known === agents ? part : { ...part, hunk: `${part.hunk}/${writes[0] ?? ""}` };
  });
}

/** Two edits with more text between them are different hunks, whatever the text is. */
const MAX_TEXT_BETWEEN = 4_000;

/** Names the edits of a write; those of the same agents on the same line or on adjacent lines are one hunk. */
export function withHunks(
  pending: PendingEdits,
  slice: ReviewedText["slice"],
  agentOf: ReviewedText["agentOf"],
  write: string,
): PendingEdits {
  const ranges = editRanges(pending);
  const unnamedFrom = ranges.findIndex(({ edit }) => edit.hunk === unnamed);
  if (unnamedFrom < 0) return pending;
  const agents = (index: number): string => {
    const { edit } = ranges[index] as EditRange;
    return JSON.stringify([...new Set(writesIn(edit.now, edit.accepted).map(agentOf))].sort());
  };
  const isNext = (index: number) => {
    const [first, second] = [ranges[index], ranges[index + 1]];
    if (!first || !second || agents(index) !== agents(index + 1)) return false;
    if (first.edit.hunk !== unnamed && first.edit.hunk === second.edit.hunk) return true;
    if (second.from - first.to > MAX_TEXT_BETWEEN) return false;
    return slice(first.to, second.from).split("\n", 3).length < 3;
  };
  const names = new Map<PendingEdit, HunkId>();
  // A suggestion that goes on elsewhere has hunks already.
  const taken = new Set(isSuggestion(write) ? hunksIn(pending) : []);
  let count = 0;
  for (let index = unnamedFrom; index < ranges.length; index++) {
    if ((ranges[index] as EditRange).edit.hunk !== unnamed) continue;
    let [first, last] = [index, index];
    while (first > 0 && !names.has((ranges[first - 1] as EditRange).edit) && isNext(first - 1)) first -= 1;
    while (isNext(last)) last += 1;
    while (taken.has(`${write}.${count}`)) count += 1;
    for (let each = first; each <= last; each++) names.set((ranges[each] as EditRange).edit, `${write}.${count}`);
    count += 1;
    index = last;
  }
  return pending.map((piece) => {
    const hunk = typeof piece === "number" ? undefined : names.get(piece);
    return typeof piece === "number" || hunk === undefined ? piece : { ...piece, hunk };
  });
}
