import chardet from "chardet";
import iconv from "iconv-lite";

/** A text decoded from a legacy encoding. */
export type LegacyText = {
  raw: string;
  /** For display: `windows-1252`, `Shift_JIS`. */
  name: string;
  /** Whether encoding `raw` again gives the same bytes. */
  exact: boolean;
};

/** The detector's names that are trusted from confidence `from` (of 100), each with the encoding to use. */
const trustedGuesses = new Map<string, { name: string; from: number }>([
  ["Shift_JIS", { name: "Shift_JIS", from: 40 }],
  ["EUC-JP", { name: "EUC-JP", from: 40 }],
  ["EUC-KR", { name: "EUC-KR", from: 40 }],
  ["Big5", { name: "Big5", from: 40 }],
  ["GB18030", { name: "GB18030", from: 40 }],
  ["KOI8-R", { name: "KOI8-R", from: 30 }],
  ["windows-1251", { name: "windows-1251", from: 30 }],
  ["windows-1253", { name: "windows-1253", from: 30 }],
  ["windows-1254", { name: "windows-1254", from: 50 }],
  ["windows-1255", { name: "windows-1255", from: 30 }],
  ["windows-1256", { name: "windows-1256", from: 30 }],
  ["windows-1250", { name: "windows-1250", from: 50 }],
  ["ISO-8859-2", { name: "ISO-8859-2", from: 50 }],
  ["ISO-8859-5", { name: "ISO-8859-5", from: 30 }],
  ["ISO-8859-6", { name: "ISO-8859-6", from: 30 }],
  ["ISO-8859-7", { name: "ISO-8859-7", from: 30 }],
  ["ISO-8859-8", { name: "ISO-8859-8", from: 30 }],
  ["ISO-8859-9", { name: "windows-1254", from: 50 }],
  ["ISO-8859-1", { name: "windows-1252", from: 0 }],
  ["windows-1252", { name: "windows-1252", from: 0 }],
]);

/** More bytes than this do not help the detector. */
const sampleSize = 64 * 1024;

/**
 * Decodes bytes that are not UTF-8. Tries the detector's guesses in order of confidence and takes the first one that encodes back to the
 * same bytes; otherwise windows-1252, and last ISO-8859-1, which fits all bytes. `known` is tried first.
 */
export function decodeLegacy(bytes: Buffer, known?: string): LegacyText {
  for (const name of [...(known === undefined ? [] : [known]), ...guesses(bytes), "windows-1252"]) {
    const raw = iconv.decode(bytes, name, { stripBOM: false });
    if (iconv.encode(raw, name).equals(bytes)) return { raw, name, exact: true };
  }
  return { raw: bytes.toString("latin1"), name: "ISO-8859-1", exact: true };
}

function guesses(bytes: Buffer): string[] {
  const first = bytes.findIndex((byte) => byte >= 0x80);
  const start = Math.max(0, first - 256);
  const names: string[] = [];
  for (const { name, confidence } of chardet.analyse(bytes.subarray(start, start + sampleSize))) {
    const known = trustedGuesses.get(name);
    if (known && confidence >= known.from && !names.includes(known.name)) names.push(known.name);
  }
  return names;
}

/** Encodes `raw` in a legacy encoding, or returns the first characters that it does not have. */
export function encodeLegacy(
  raw: string,
  name: string,
): { status: "bytes"; bytes: Buffer } | { status: "unencodable"; characters: string[] } {
  const bytes = iconv.encode(raw, name);
  if (iconv.decode(bytes, name, { stripBOM: false }) === raw) return { status: "bytes", bytes };
  const strangers: string[] = [];
  for (const character of new Set(raw)) {
    if (iconv.decode(iconv.encode(character, name), name, { stripBOM: false }) !== character) strangers.push(character);
    if (strangers.length >= 5) break;
  }
  return { status: "unencodable", characters: strangers };
}
