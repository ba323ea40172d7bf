import type { Text } from "@codemirror/state";
import { followRows, type OutlineRow, outlineRows } from "../../editor/outline/outline-rows";
import { createOutlineSource } from "../../editor/outline/outline-source";
import { startWorker } from "../../editor/outline/start-worker";

/** The headings of a text, with that text. */
export type Headings = { doc: Text; rows: readonly OutlineRow[] };

/** Finds one of these headings in the current text; null if it was removed. */
export async function sameHeading({ doc, rows }: Headings, row: OutlineRow, now: Text): Promise<OutlineRow | null> {
  if (now === doc) return row;
  const fresh = await headingsOf(now);
  return fresh[followRows(rows, fresh)[rows.indexOf(row)] ?? -1] ?? null;
}

/** The headings of a text; long texts are parsed in a worker. */
export async function headingsOf(doc: Text): Promise<OutlineRow[]> {
  const source = createOutlineSource(startWorker);
  try {
    return outlineRows(await source.outline(doc));
  } finally {
    source.stop();
  }
}
