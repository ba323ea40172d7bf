import type { Journal, JournaledDraft, JournalRecord } from "../documents";
import type { LeftoverTyping } from "./leftover-typing";

/**
 * Merges leftover edits of documents into the journal, as if main had acknowledged them. Returns the merged records. An
 * edit that cannot be written now is still in the result, and stays for the next start.
 */
export async function mergeLeftoverTyping(
  journal: Journal,
  records: readonly JournalRecord[],
  left: readonly LeftoverTyping[],
): Promise<JournalRecord[]> {
  const all = new Map(records.map((record) => [record.doc, record]));
  for (const each of left) {
    const { doc } = each.document ?? {};
    if (doc === undefined) continue;
    const known = all.get(doc);
    const record = withLeftover(known, each);
    if (record === null) all.delete(doc);
    else all.set(doc, record);
    const written = record === known ? null : record === null ? journal.clear(doc, null) : journal.keep(record);
    await Promise.resolve(written).then(each.remove, () => undefined);
  }
  return [...all.values()];
}

/** The record with newer edits applied; null if everything was undone. */
function withLeftover(known: JournalRecord | undefined, { typing, document }: LeftoverTyping): JournalRecord | null {
  if (document === null) return known ?? null;
  const { base, ...about } = document;
  if (typing.name === "office:typed") {
    const { drafts } = typing.argument;
    const none = { base: "", baseText: null, seq: 0, changes: [] };
    return drafts.length === 0
      ? null
      : { ...none, ...about, ...known, drafts: withPositions(drafts, known?.drafts ?? []) };
  }
  if (typing.name !== "document:typed") return known ?? null;
  const { seq, changes, base: version } = typing.argument;
  if (known && known.seq >= seq) return known;
  if (changes.length === 0) return null;
  const baseText = base?.version === version ? base.text : null;
  return { ...about, base: version, baseText: known?.base === version ? known.baseText : baseText, seq, changes };
}

/** The drafts with the known positions of their paragraphs. */
function withPositions(
  drafts: (LeftoverTyping["typing"] & { name: "office:typed" })["argument"]["drafts"],
  known: readonly JournaledDraft[],
): JournaledDraft[] {
  return drafts.map((draft) => {
    if (!("paragraph" in draft)) return { ...draft, place: null };
    const before = known.find((each) => "paragraph" in each && each.paragraph === draft.paragraph);
    return { ...draft, place: before && "paragraph" in before ? before.place : null };
  });
}
