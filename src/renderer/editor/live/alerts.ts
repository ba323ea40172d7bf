import type { Text } from "@codemirror/state";
import { type Callout, calloutOf } from "../../../core/markdown/callouts";

/** An alert, as GitHub calls it, or a callout, as Obsidian does, and the range of `[!TYPE]` with the sign of folding. */
export type Alert = Callout & { from: number; to: number };

/** The alert that the quote from `from` to `to` is; null for a plain quote. */
export function alertOf(doc: Text, from: number, to: number): Alert | null {
  const line = doc.lineAt(from);
  const text = doc.sliceString(from, Math.min(line.to, from + 500));
  const start = /^>[ \t]*/.exec(text)?.[0].length ?? 0;
  const callout = start === 0 ? null : calloutOf(text.slice(start));
  // On GitHub a marker with no text after it does not make an alert.
  if (!callout || (!callout.hasTitle && line.to >= to)) return null;
  return { ...callout, from: from + start, to: from + start + callout.length };
}
