import { applyChanges, type Change } from "../../../core/text/change";
import { splitsPair } from "../../../core/text/characters";
import { withPlainBreaks } from "../../../core/text/line-endings";
import type { TextFile } from "./text-file";

/** The result of an edit: the bytes of the file, and the text that they decode to. */
export type SplicedText = { text: string; bytes: Buffer };

/** When a file is opened, this many bytes are searched for a NUL. */
const PROBED_BYTES = 8192;

/**
 * Applies an edit to plain UTF-8 with `\n` line breaks directly to the `bytes` that `current` was read from. Only the inserted texts are encoded and
 * nothing is decoded, so a small edit of a large file costs one copy of it. Null if the result might not decode to the same text; then the text must
 * be encoded completely.
 */
export function spliceText(current: TextFile, bytes: Uint8Array, changes: readonly Change[]): SplicedText | null {
  const { document, encoding, endings } = current;
  if (encoding.form !== "utf8" || !encoding.editable) return null;
  if (endings.kind !== "uniform" || endings.ending !== "\n") return null;
  const { text } = document;
  const plain = changes.map(({ from, to, insert }) => ({ from, to, insert: withPlainBreaks(insert) }));
  // Half of a surrogate pair cannot be encoded in UTF-8, on either side of the edit.
  if (plain.some(({ from, to, insert }) => splitsPair(text, from) || splitsPair(text, to) || !insert.isWellFormed()))
    return null;
  const edited = applyChanges(text, plain);
  // It would be read as a byte order mark.
  if (edited.charCodeAt(0) === 0xfeff) return null;

  const mark = encoding.mark.length;
  const isAscii = bytes.length - mark === text.length;
  const sizeOf = (from: number, to: number) => (isAscii ? to - from : Buffer.byteLength(text.slice(from, to), "utf8"));
  const pieces: Uint8Array[] = [];
  let copiedTo = 0;
  let at = 0;
  let byteOffset = mark;
  for (const { from, to, insert } of plain) {
    byteOffset += sizeOf(at, from);
    pieces.push(bytes.subarray(copiedTo, byteOffset), Buffer.from(insert, "utf8"));
    byteOffset += sizeOf(from, to);
    copiedTo = byteOffset;
    at = to;
  }
  pieces.push(bytes.subarray(copiedTo));
  const spliced = Buffer.concat(pieces);
  // With a NUL the file would be read as binary.
  return spliced.subarray(0, PROBED_BYTES).includes(0) ? null : { text: edited, bytes: spliced };
}
