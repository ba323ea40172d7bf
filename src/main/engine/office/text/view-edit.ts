import { difference } from "../../../../core/diff/difference";
import { offsetsWithin } from "../package/element-context";
import type { EditedPart } from "../package/splice-xml";
import type { LocatedText } from "./replace-in-paragraphs";
import type { ViewEntry } from "./view-entry";

/** An edit of a paragraph in place. */
export type EntryEdit =
  | { edit: "text"; entry: ViewEntry; text: string }
  | { edit: "insert"; after: ViewEntry | null; text: string }
  | { edit: "delete"; entry: ViewEntry };

/** Writes edits in one format. All offsets refer to the parts before the edits. */
export type EntryWriter = {
  /** Gives paragraphs new texts. */
  texts(changed: { at: LocatedText; text: string; changes: ReturnType<typeof difference> }[]): string[];
  /** Inserts a new paragraph in the style of another; null inserts it at the start. */
  insert(after: ViewEntry | null, text: string): void;
  remove(entry: ViewEntry): void;
};

/**
 * Applies edits, all of one version. A paragraph that must stay, since nothing else remains in its group, is emptied instead of removed. What is in a removed
 * paragraph, such as a note, goes with it, whatever edits of it say.
 */
export function applyEntryEdits(
  edits: readonly EntryEdit[],
  entries: readonly ViewEntry[],
  writer: EntryWriter,
): { warnings: string[] } {
  const going = edits.flatMap((each) => (each.edit === "delete" ? [each.entry] : []));
  const left = new Map<number, number>();
  for (const { group } of entries) if (group !== null) left.set(group, (left.get(group) ?? 0) + 1);
  const texts = edits.flatMap((each) => (each.edit === "text" ? [{ entry: each.entry, text: each.text }] : []));
  const removed: ViewEntry[] = [];
  for (const entry of new Set(going)) {
    const others = entry.group === null ? 0 : (left.get(entry.group) ?? 1) - 1;
    if (entry.group !== null) left.set(entry.group, others);
    if (others > 0) removed.push(entry);
    else texts.push({ entry, text: "" });
  }
  const isInRemoved = nestedIn(removed);
  for (const entry of removed) if (!isInRemoved(entry)) writer.remove(entry);
  for (const each of edits)
    if (each.edit === "insert" && !(each.after !== null && isInRemoved(each.after)))
      for (const line of each.text.split("\n")) writer.insert(each.after, line);
  const changed = texts.flatMap(({ entry, text }) => {
    if (isInRemoved(entry)) return [];
    const changes = difference(entry.text, text);
    return changes.length === 0 ? [] : [{ at: { ...entry.at, text: entry.text }, text: entry.text, changes }];
  });
  return { warnings: changed.length === 0 ? [] : writer.texts(changed) };
}

/** Whether a paragraph is nested in one of these. */
function nestedIn(entries: readonly ViewEntry[]): (entry: ViewEntry) => boolean {
  const parts = new Map(
    Array.from(
      Map.groupBy(entries, ({ at }) => at.part),
      ([part, inPart]) => [part, offsetsWithin(inPart.map(({ at }) => ({ from: at.from + 1, to: at.to })))] as const,
    ),
  );
  return ({ at }) => parts.get(at.part)?.(at.from) ?? false;
}

/** The parts that edits changed. */
export function changedParts(parts: ReadonlyMap<string, EditedPart>): Map<string, Uint8Array | null> {
  const changed = new Map<string, Uint8Array | null>();
  for (const [name, part] of parts) {
    const bytes = part.bytes();
    if (bytes !== null) changed.set(name, bytes);
  }
  return changed;
}
