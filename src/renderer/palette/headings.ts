import type { Text } from "@codemirror/state";
import { type OutlineRow, outlineRows } from "../outline/outline-rows";
import { createOutlineSource } from "../outline/outline-source";
import { startWorker } from "../outline/start-worker";

/** The headings of a text, as the outline finds them; a long text's in a worker of its own. */
export async function headingsOf(doc: Text): Promise<OutlineRow[]> {
  const source = createOutlineSource(startWorker);
  try {
    return outlineRows(await source.outline(doc));
  } finally {
    source.stop();
  }
}
