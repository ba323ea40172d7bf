import { type HostileDocument, hostileDocuments } from "./corpus";

export const isLong = Boolean(process.env["GALLEY_LONG"]);

/** All documents in a long run; otherwise those at these fractions (0 to 1) of each class, without very long ones. */
export function sampleDocuments(fractions: readonly number[]): HostileDocument[] {
  if (isLong) return [...hostileDocuments];
  const classes = new Map<string, HostileDocument[]>();
  for (const each of hostileDocuments)
    if (each.text.length < 3000) classes.set(each.kind, [...(classes.get(each.kind) ?? []), each]);
  return [...classes.values()].flatMap((all) => {
    const chosen = new Set(fractions.map((fraction) => Math.round(fraction * (all.length - 1))));
    return all.filter((_, at) => chosen.has(at));
  });
}
