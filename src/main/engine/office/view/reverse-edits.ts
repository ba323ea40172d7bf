import type { Change } from "../../../../core/text/change";
import { align } from "./align";
import type { ModelEdit } from "./model-protocol";
import { cellEdits, lineStretches, ofLine } from "./projected-text";
import { entriesOf, type ModelState } from "./view-package";

type ProjectedState = ModelState & { projection: string | null };

/** The edits that lead from a document back to its previous version; null if edits cannot express that. */
export function editsBack(before: ProjectedState, { view, ids, projection }: ProjectedState): ModelEdit[] | null {
  if (before.view.kind !== view.kind || before.projection === null || projection === null) return null;
  if (view.kind === "spreadsheet") return cellEdits(projection, before.projection);
  const old = entriesOf(before.view);
  const entries = entriesOf(view);
  const edits: ModelEdit[] = [];
  const oldAt = new Map(before.ids.map((id, index) => [id, index]));
  const kept = new Set<number>();
  for (const [index, id] of ids.entries()) {
    const at = oldAt.get(id);
    const text = entries[index]?.text ?? "";
    if (at === undefined) edits.push({ edit: "delete", paragraph: id, before: text });
    else {
      kept.add(at);
      const was = old[at]?.text ?? "";
      if (was !== text) edits.push({ edit: "text", paragraph: id, before: text, text: was });
    }
  }
  let after: string | null = null;
  for (const [at, id] of before.ids.entries()) {
    if (kept.has(at)) after = id;
    else edits.push({ edit: "insert", after, text: old[at]?.text ?? "" });
    if (edits.length > 1000) return null;
  }
  return edits;
}

/** The edits of a document for changes to its text projection. */
export function editsTowards(
  { view, ids, projection: known }: Omit<ProjectedState, "zip">,
  changes: readonly Change[],
): ModelEdit[] {
  const projection = known ?? "";
  if (view.kind === "spreadsheet") {
    let after = projection;
    for (const { from, to, insert } of [...changes].sort((one, other) => other.from - one.from))
      after = after.slice(0, from) + insert + after.slice(to);
    return cellEdits(projection, after);
  }
  return lineStretches(projection, changes).flatMap(({ first, before, after }) => {
    const from = paired(align(before, after), before.length);
    const edits: ModelEdit[] = [];
    const kept = new Set<number>();
    let anchor = first === 0 ? null : (ids[first - 1] ?? null);
    const isFirst = anchor === null;
    for (const [at, text] of after.entries()) {
      const old = from[at] ?? -1;
      if (old < 0) edits.push({ edit: "insert", after: anchor, text: ofLine(text) });
      else {
        kept.add(old);
        anchor = ids[first + old] ?? null;
        if (before[old] !== text)
          edits.push({
            edit: "text",
            paragraph: anchor ?? "",
            before: ofLine(before[old] ?? ""),
            text: ofLine(text),
          });
      }
    }
    for (const [at, text] of before.entries())
      if (!kept.has(at)) edits.push({ edit: "delete", paragraph: ids[first + at] ?? "", before: ofLine(text) });
    return isFirst && entriesOf(view).length === 0 ? [] : edits;
  });
}

/**
 * The result of `align`, except that a new paragraph takes over a removed one between the same neighbours, and so its style and its
 * position on the slide.
 */
function paired(from: Int32Array, count: number): Int32Array {
  let next = 0;
  for (let at = 0; at < from.length; at++) {
    if ((from[at] ?? -1) < 0) {
      const following = from.subarray(at).find((old) => old >= 0) ?? count;
      if (next < following) from[at] = next;
    }
    next = Math.max(next, (from[at] ?? -1) + 1);
  }
  return from;
}
