import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { ToolError } from "../../ports/tool-error";

/** A file of unknown origin: its bytes, or where the process that reads it finds them; `name` is for messages. */
export type XmlFile = { bytes: Uint8Array | null; path: string; name: string };

/** A file is read this many bytes at a time. */
const PIECE = 1024 * 1024;

/** The text of an XML file, piece by piece. Throws `ToolError` if it is larger than `most` bytes or not in the encoding that it names. */
export function* decodedXml(file: XmlFile, most: number): Generator<string> {
  let decoder: TextDecoder | null = null;
  for (const piece of piecesOf(file, most)) {
    decoder ??= decoderFor(piece, file.name);
    yield decoded(decoder, piece, file.name);
  }
  if (decoder !== null) yield decoded(decoder, null, file.name);
}

function* piecesOf({ bytes, path, name }: XmlFile, most: number): Generator<Uint8Array> {
  const check = (size: number): void => {
    if (size <= most) return;
    throw new ToolError(
      "too_large",
      `${name} has more than ${Math.floor(most / 1024 / 1024)} MB; nothing was imported`,
      {
        hint: "Export it in several files.",
      },
    );
  };
  if (bytes !== null) {
    check(bytes.length);
    for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
    return;
  }
  // Not blocked by a pipe, and not led elsewhere by a link.
  const file = opened(path, name);
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw new ToolError("unsupported", `${name} is not a file`);
    check(stat.size);
    for (let total = 0; ; ) {
      const piece = new Uint8Array(PIECE);
      const count = readSync(file, piece);
      if (count === 0) return;
      total += count;
      check(total);
      yield piece.subarray(0, count);
    }
  } finally {
    closeSync(file);
  }
}

function opened(path: string, name: string): number {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    const why = isMissing ? `there is no file ${name}` : `${name} cannot be read`;
    throw new ToolError(isMissing ? "not_found" : "failed", why, { cause: error });
  }
}

/** The decoder for a file: by its byte order mark, its first bytes, or the encoding that it declares; otherwise UTF-8. */
function decoderFor(start: Uint8Array, name: string): TextDecoder {
  const [first, second] = start;
  const options = { fatal: true };
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0))
    return new TextDecoder("utf-16le", options);
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c))
    return new TextDecoder("utf-16be", options);
  const head = Buffer.from(start.subarray(0, 200)).toString("latin1");
  const named = /^(?:ï»¿)?<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(head)?.[1]?.toLowerCase();
  // Its bytes are not UTF-16, whatever it says.
  if (named === undefined || named.startsWith("utf-16") || named.startsWith("ucs-2"))
    return new TextDecoder("utf-8", options);
  try {
    return new TextDecoder(named, options);
  } catch {
    throw new ToolError("unsupported", `${name} is in the encoding ${named}, which Galley cannot read`, {
      hint: "Save it as UTF-8.",
    });
  }
}

function decoded(decoder: TextDecoder, piece: Uint8Array | null, name: string): string {
  try {
    return piece === null ? decoder.decode() : decoder.decode(piece, { stream: true });
  } catch (error) {
    throw new ToolError("unsupported", `${name} is not ${decoder.encoding.toUpperCase()}, as it says`, {
      hint: "Save it as UTF-8.",
      cause: error,
    });
  }
}

/** Without a document type that only names its definition, which is never read. One that declares something is rejected by `scanXml`. */
export const withoutDoctype = (head: string): string => head.replace(/<!DOCTYPE\s[^[\]<>]*>/i, "");
