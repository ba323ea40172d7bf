import { difference } from "../../../../core/diff/difference";
import type { EditedPart } from "../package/splice-xml";
import type { LocatedText } from "./replace-in-paragraphs";
import type { ViewEntry } from "./view-entry";

/** An edit of a paragraph where it stands. */
export type PlacedEdit =
  | { edit: "text"; entry: ViewEntry; text: string }
  | { edit: "insert"; after: ViewEntry | null; text: string }
  | { edit: "delete"; entry: ViewEntry };

/** How one format writes. All places are those of the parts as they were before. */
export type PlaceWriter = {
  /** Gives paragraphs other texts. */
  texts(changed: { at: LocatedText; text: string; changes: ReturnType<typeof difference> }[]): string[];
  /** The XML of a new paragraph that looks like another; null for one at the start. */
  insert(after: ViewEntry | null, text: string): void;
  remove(entry: ViewEntry): void;
};

/** Works edits out, all of one version. A paragraph that has to stay, since nothing else stands in its place, is emptied instead. */
export function placeEdits(
  edits: readonly PlacedEdit[],
  entries: readonly ViewEntry[],
  writer: PlaceWriter,
): { warnings: string[] } {
  const going = edits.flatMap((each) => (each.edit === "delete" ? [each.entry] : []));
  const left = new Map<number, number>();
  for (const { group } of entries) if (group !== null) left.set(group, (left.get(group) ?? 0) + 1);
  const texts = edits.flatMap((each) => (each.edit === "text" ? [{ entry: each.entry, text: each.text }] : []));
  for (const entry of new Set(going)) {
    const others = entry.group === null ? 0 : (left.get(entry.group) ?? 1) - 1;
    if (entry.group !== null) left.set(entry.group, others);
    if (others > 0) writer.remove(entry);
    else texts.push({ entry, text: "" });
  }
  for (const each of edits)
    if (each.edit === "insert") for (const line of each.text.split("\n")) writer.insert(each.after, line);
  const changed = texts.flatMap(({ entry, text }) => {
    const changes = difference(entry.text, text);
    return changes.length === 0 ? [] : [{ at: { ...entry.at, text: entry.text }, text: entry.text, changes }];
  });
  return { warnings: changed.length === 0 ? [] : writer.texts(changed) };
}

/** The parts that edits made others. */
export function changedParts(parts: ReadonlyMap<string, EditedPart>): Map<string, Uint8Array | null> {
  const changed = new Map<string, Uint8Array | null>();
  for (const [name, part] of parts) {
    const bytes = part.bytes();
    if (bytes !== null) changed.set(name, bytes);
  }
  return changed;
}
