import type { ChangeDesc } from "@codemirror/state";
import type { Span } from "../text/attention";
import { attention, heldOpen, seenAsSource } from "../text/attention";
import type { Step } from "../text/front-matter";

/** More ranges than this are not compared one by one. */
const MAX_SPANS = 1000;

/**
 * The ranges, by positions in the new text, that an edit did more to than to move them along, as they were and as they are. Null if there are more or
 * fewer of them than before.
 */
export function changedSpans(before: readonly Span[], after: readonly Span[], changes: ChangeDesc): Span[] | null {
  if (before.length !== after.length || after.length > MAX_SPANS) return null;
  const found: Span[] = [];
  for (const [index, span] of after.entries()) {
    const old = before[index] ?? span;
    const moved = { from: changes.mapPos(old.from, 1), to: changes.mapPos(old.to, -1) };
    if (moved.from !== span.from || moved.to !== span.to)
      found.push({ from: Math.min(moved.from, moved.to, span.from), to: Math.max(moved.from, moved.to, span.to) });
  }
  return found;
}

/** What became source, or no longer is, by the selection, conflicts and pending edits. Null if that is not known. */
export function changedAttention({ startState, state, changes }: Step): Span[] | null {
  const before = startState.field(attention, false);
  if (!before) return null;
  const found = changedSpans(before.spans, state.field(attention).spans, changes);
  const facets = [seenAsSource, heldOpen];
  if (!found || facets.some((facet) => startState.facet(facet) !== state.facet(facet))) return null;
  for (const facet of facets)
    for (const spansOf of state.facet(facet)) {
      const spans = changedSpans(spansOf(startState), spansOf(state), changes);
      if (!spans) return null;
      found.push(...spans);
    }
  return found;
}
