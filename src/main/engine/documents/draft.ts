import { setImmediate as nextTurn } from "node:timers/promises";
import { applyChanges, type Change, shrinkChanges } from "../../../core/text/change";
import { withPlainBreaks } from "../../../core/text/line-endings";
import type { CompareTexts } from "../office/jobs/compare-texts";
import type { EditedContent } from "../ports/documents";
import type { StoredFile } from "../ports/file-store";
import { versionOf } from "../storage/files/version";
import { spliceText } from "./splice-text";
import { editedBytes, openTextFile, type TextFile } from "./text-file";

/** A longer document is written in steps of some milliseconds, so that other work can run in between. */
const LONG_BYTES = 1_000_000;

/** The result of an edit that is not on disk yet. */
export type Draft = { before: TextFile | null; after: TextFile; bytes: Uint8Array; changes: Change[] };

/** What an edit makes of a text file. */
export async function drafted(
  before: TextFile | null,
  stored: StoredFile | null,
  edited: EditedContent,
  { path, name, compare }: { path: string; name: string; compare: CompareTexts },
): Promise<Draft> {
  const spliced =
    before !== null && stored !== null && "changes" in edited ? spliceText(before, stored.bytes, edited.changes) : null;
  if (before !== null && spliced !== null && "changes" in edited) {
    const { text, bytes } = spliced;
    if (bytes.length > LONG_BYTES) await nextTurn();
    const after = { ...before, document: { ...before.document, text, version: versionOf(bytes), warnings: [] } };
    return { before, after, bytes, changes: shrinkChanges(before.document.text, edited.changes.map(plainChange)) };
  }
  const bytes = editedBytes(before, edited, name);
  const version = versionOf(bytes);
  const after = openTextFile(
    { realPath: path, writable: true, ...stored, bytes, version },
    `the new text of ${name}`,
    before?.encoding,
  );
  const text = before?.document.text ?? "";
  // What the bytes decode to is what a reader sees: an edit beside damaged bytes may complete a character.
  const asMeant = "changes" in edited ? edited.changes.map(plainChange) : null;
  const isAsMeant = asMeant !== null && applyChanges(text, asMeant) === after.document.text;
  return {
    before,
    after,
    bytes,
    changes: isAsMeant ? shrinkChanges(text, asMeant) : await compare(text, after.document.text),
  };
}

const plainChange = ({ from, to, insert }: Change): Change => ({ from, to, insert: withPlainBreaks(insert) });

/** Whether an edit removes something of the file that is stored nowhere else: text, or the file's encoding. */
export const removesText = ({ before, after, changes }: Draft): boolean =>
  before === null ||
  changes.length === 0 ||
  before.document.encoding !== after.document.encoding ||
  changes.some(({ from, to }) => to > from);
