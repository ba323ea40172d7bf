import type { Text } from "@codemirror/state";

/** GitHub's kinds of alerts. */
const alertKinds = ["note", "tip", "important", "warning", "caution"] as const;
export type AlertKind = (typeof alertKinds)[number];

/** The kind of alert that the quote from `from` to `to` is, and the range of `[!KIND]`; null for a plain quote. */
export function alertOf(doc: Text, from: number, to: number): { kind: AlertKind; from: number; to: number } | null {
  const line = doc.lineAt(from);
  const found = /^([ \t]*>[ \t]*)\[!([A-Za-z]{3,9})\][ \t]*$/.exec(line.length > 60 ? "" : line.text);
  const kind = alertKinds.find((each) => each === found?.[2]?.toLowerCase());
  // On GitHub a marker with no text after it does not make an alert.
  if (!found || !kind || line.to >= to) return null;
  const start = line.from + (found[1]?.length ?? 0);
  return { kind, from: start, to: start + kind.length + 3 };
}
