import { applyChanges, type Change } from "../../../core/text/change";
import { splitsPair } from "../../../core/text/characters";
import { type TextFile, withPlainBreaks } from "./text-file";

/** What an edit makes of a file: the bytes, and the text that they say. */
export type Spliced = { text: string; bytes: Buffer };

/** So many bytes are looked at for a NUL when a file is opened. */
const lookedAt = 8192;

/**
 * An edit of plain UTF-8 with `\n` line breaks done on the `bytes` that `current` was read from: nothing but the new spans is
 * encoded, nothing decoded, so that a small edit of a large file costs one copy of it. Null where the result might not
 * read back as the very same text; then the long way has to be gone.
 */
export function spliceText(current: TextFile, bytes: Uint8Array, changes: readonly Change[]): Spliced | null {
  const { document, encoding, endings } = current;
  if (encoding.form !== "utf8" || !encoding.editable) return null;
  if (endings.kind !== "uniform" || endings.ending !== "\n") return null;
  const { text } = document;
  const plain = changes.map(({ from, to, insert }) => ({ from, to, insert: withPlainBreaks(insert) }));
  // A half of a character is no UTF-8, on whichever side of the edge it ends up.
  if (plain.some(({ from, to, insert }) => splitsPair(text, from) || splitsPair(text, to) || !insert.isWellFormed()))
    return null;
  const edited = applyChanges(text, plain);
  // It would be taken for a byte order mark.
  if (edited.charCodeAt(0) === 0xfeff) return null;

  const mark = encoding.mark.length;
  const isAscii = bytes.length - mark === text.length;
  const sizeOf = (from: number, to: number) => (isAscii ? to - from : Buffer.byteLength(text.slice(from, to), "utf8"));
  const pieces: Uint8Array[] = [];
  let kept = 0;
  let at = 0;
  let place = mark;
  for (const { from, to, insert } of plain) {
    place += sizeOf(at, from);
    pieces.push(bytes.subarray(kept, place), Buffer.from(insert, "utf8"));
    place += sizeOf(from, to);
    kept = place;
    at = to;
  }
  pieces.push(bytes.subarray(kept));
  const spliced = Buffer.concat(pieces);
  // It would be taken for a binary file.
  return spliced.subarray(0, lookedAt).includes(0) ? null : { text: edited, bytes: spliced };
}
