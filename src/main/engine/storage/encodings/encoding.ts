import { isAscii, isUtf8 } from "node:buffer";
import { censusOf, decodeDamagedUtf8, encodeDamagedUtf8 } from "./damaged-utf8";
import { decodeLegacy, encodeLegacy } from "./legacy-encoding";

/** How a text is stored in bytes. `decodeText` returns it, and `encodeText` takes it to write in the same way. */
export type Encoding = {
  /** For display: `UTF-8`, `UTF-8 with BOM`, `UTF-16 LE`, `UTF-16 BE`, `windows-1252`, `GB18030`, … */
  name: string;
  form: "utf8" | "damaged utf8" | "utf16le" | "utf16be" | "legacy";
  /** The byte order mark, which is not part of the text; empty if there is none. */
  mark: Uint8Array;
  /** False if writing the text back would not give the same bytes: it can be read, not edited. */
  editable: boolean;
};

/** Decoded bytes. `raw` keeps the file's line endings and has no byte order mark. */
export type Decoded =
  | { status: "text"; raw: string; encoding: Encoding; warnings: string[] }
  /** Has a NUL byte in the first 8 KiB, and no UTF-16 byte order mark. */
  | { status: "binary" };

/** The encoded bytes, or the first few characters that the encoding does not have. */
export type Encoded =
  | { status: "bytes"; bytes: Uint8Array }
  | { status: "unencodable"; characters: string[] }
  /** The file was not decoded exactly, so nothing may be written over it. */
  | { status: "not editable" };

const utf8Mark = Uint8Array.of(0xef, 0xbb, 0xbf);
const littleMark = Uint8Array.of(0xff, 0xfe);
const bigMark = Uint8Array.of(0xfe, 0xff);
const noMark = new Uint8Array(0);

/** The encoding of a new file. */
export const utf8: Encoding = { name: "UTF-8", form: "utf8", mark: noMark, editable: true };

const damagedWarning = (count: number) =>
  `${count === 1 ? "1 byte is" : `${count.toLocaleString("en")} bytes are`} not valid UTF-8; shown as damaged and kept as they are`;

/**
 * Detects a text's encoding and decodes it. Valid UTF-8 costs little more than a copy. A legacy encoding can only be guessed, and an edit
 * may change the guess: if `known`, the encoding found before, fits the bytes, it is used.
 */
export function decodeText(bytes: Uint8Array, known?: Encoding): Decoded {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (startsWith(buffer, littleMark)) return decodeUtf16(buffer, "utf16le");
  if (startsWith(buffer, bigMark)) return decodeUtf16(buffer, "utf16be");
  if (buffer.subarray(0, 8192).includes(0)) return { status: "binary" };
  const marked = startsWith(buffer, utf8Mark);
  const body = marked ? buffer.subarray(3) : buffer;
  const name = marked ? "UTF-8 with BOM" : "UTF-8";
  const mark = marked ? utf8Mark : noMark;
  if (isAscii(body)) {
    return { status: "text", raw: body.toString("latin1"), encoding: { ...utf8, name, mark }, warnings: [] };
  }
  const knownLegacy = known?.form === "legacy" && !marked ? known.name : undefined;
  if (knownLegacy === undefined && isUtf8(body))
    return { status: "text", raw: body.toString("utf8"), encoding: { ...utf8, name, mark }, warnings: [] };
  const census = censusOf(body);
  // In a legacy encoding almost no pair of bytes happens to be UTF-8; in damaged UTF-8 most are.
  const isDamaged = marked || known?.form === "damaged utf8" || census.invalid * 4 <= census.inSequences;
  if (isDamaged && knownLegacy === undefined) {
    return {
      status: "text",
      raw: decodeDamagedUtf8(body),
      encoding: { name, form: "damaged utf8", mark, editable: true },
      warnings: [damagedWarning(census.invalid)],
    };
  }
  const legacy = decodeLegacy(body, knownLegacy);
  const warning = legacy.exact
    ? `the file is not UTF-8; read as ${legacy.name}, and written back in it`
    : `the file is not UTF-8; read as ${legacy.name}, which does not fit all of it, so that it can be read but not edited`;
  return {
    status: "text",
    raw: legacy.raw,
    encoding: { name: legacy.name, form: "legacy", mark: noMark, editable: legacy.exact },
    warnings: [warning],
  };
}

function decodeUtf16(buffer: Buffer, form: "utf16le" | "utf16be"): Decoded {
  const name = form === "utf16le" ? "UTF-16 LE" : "UTF-16 BE";
  const odd = buffer.length % 2 === 1;
  const body = buffer.subarray(2, odd ? buffer.length - 1 : buffer.length);
  return {
    status: "text",
    raw: (form === "utf16le" ? body : Buffer.from(body).swap16()).toString("utf16le"),
    encoding: { name, form, mark: form === "utf16le" ? littleMark : bigMark, editable: !odd },
    warnings: odd ? [`the file is ${name} but ends in half a character; it can be read but not edited`] : [],
  };
}

/** Encodes `raw` in the encoding that a file was read in, with its byte order mark. */
export function encodeText(raw: string, encoding: Encoding): Encoded {
  if (!encoding.editable) return { status: "not editable" };
  const { form, mark } = encoding;
  if (form === "legacy") {
    const encoded = encodeLegacy(raw, encoding.name);
    if (encoded.status === "bytes") return { status: "bytes", bytes: withMark(mark, encoded.bytes) };
    return encoded;
  }
  if (form === "utf16le" || form === "utf16be") {
    const body = Buffer.from(raw, "utf16le");
    return { status: "bytes", bytes: withMark(mark, form === "utf16le" ? body : body.swap16()) };
  }
  if (form === "utf8" && raw.isWellFormed())
    return { status: "bytes", bytes: withMark(mark, Buffer.from(raw, "utf8")) };
  const lone = form === "utf8" ? /\p{Surrogate}/gu : /[\u{d800}-\u{dc7f}\u{dd00}-\u{dfff}]/gu;
  const strangers = new Set<string>();
  for (const [character] of raw.matchAll(lone)) if (strangers.add(character).size >= 5) break;
  if (strangers.size > 0) return { status: "unencodable", characters: [...strangers] };
  return { status: "bytes", bytes: withMark(mark, encodeDamagedUtf8(raw)) };
}

const startsWith = (buffer: Buffer, mark: Uint8Array): boolean => mark.every((byte, i) => buffer[i] === byte);

const withMark = (mark: Uint8Array, body: Buffer): Uint8Array =>
  mark.length === 0 ? body : Buffer.concat([mark, body]);
