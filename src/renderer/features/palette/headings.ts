import type { Text } from "@codemirror/state";
import { followRows, type OutlineRow, outlineRows } from "../outline/outline-rows";
import { createOutlineSource } from "../outline/outline-source";
import { startWorker } from "../outline/start-worker";

/** The headings of a text, and the text that they are of. */
export type Headings = { doc: Text; rows: readonly OutlineRow[] };

/** Where one of these headings is now that the text may be another; null where it is gone. */
export async function sameHeading({ doc, rows }: Headings, row: OutlineRow, now: Text): Promise<OutlineRow | null> {
  if (now === doc) return row;
  const fresh = await headingsOf(now);
  return fresh[followRows(rows, fresh)[rows.indexOf(row)] ?? -1] ?? null;
}

/** The headings of a text, as the outline finds them; a long text's in a worker of its own. */
export async function headingsOf(doc: Text): Promise<OutlineRow[]> {
  const source = createOutlineSource(startWorker);
  try {
    return outlineRows(await source.outline(doc));
  } finally {
    source.stop();
  }
}
