import { isUtf8 } from "node:buffer";
import { MAX_JSON_DEPTH, MAX_UNCOUNTED_BYTES } from "../limits";

/** The result of reading one line of JSON. `empty`: only blanks. */
export type Json =
  | { status: "value"; value: unknown }
  | { status: "empty" }
  | { status: "malformed"; reason: string }
  /** `value` is null if it was too deep even to be parsed. */
  | { status: "too deep"; value: unknown };

/** The maximum number of lists, objects and commas in a long line of a request. A document is a single string, whatever its size. */
const DEFAULT_MAX_PARTS = 1_000_000;

/** Reads one line of JSON in UTF-8 with at most `maxParts` values. A byte order mark at its start is skipped. */
export const readJson = (bytes: Buffer, maxParts = DEFAULT_MAX_PARTS): Json => {
  if (!isUtf8(bytes)) return { status: "malformed", reason: "the line is not UTF-8" };
  if (bytes.length > MAX_UNCOUNTED_BYTES) {
    const { depth, parts } = measure(bytes, maxParts);
    if (depth > MAX_JSON_DEPTH) return { status: "too deep", value: null };
    if (parts > maxParts) return { status: "malformed", reason: `it holds more than ${maxParts} values` };
  }
  const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
  if (text.trim() === "") return { status: "empty" };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { status: "malformed", reason: error instanceof Error ? error.message : String(error) };
  }
  return isDeeperThan(value, MAX_JSON_DEPTH) ? { status: "too deep", value } : { status: "value", value };
};

/** Uses an explicit stack, because the value may be deeper than the call stack allows. */
const isDeeperThan = (value: unknown, limit: number): boolean => {
  const waiting: { node: object; depth: number }[] = [];
  const add = (node: unknown, depth: number) => {
    if (typeof node === "object" && node !== null) waiting.push({ node, depth });
  };
  add(value, 1);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.depth > limit) return true;
    for (const child of Object.values(next.node)) add(child, next.depth + 1);
  }
  return false;
};

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The depth of a line and the number of its parts, without parsing it. Stops counting once either is too large. */
const measure = (bytes: Buffer, maxParts: number): { depth: number; parts: number } => {
  let depth = 0;
  let parts = 0;
  for (let at = 0; at < bytes.length && depth <= MAX_JSON_DEPTH && parts <= maxParts; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
    else if (byte === COMMA) parts++;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth++;
      parts++;
    }
  }
  return { depth, parts };
};

/** The offset of the closing quote, or the end of the line. */
const endOfString = (bytes: Buffer, open: number): number => {
  for (let at = bytes.indexOf(QUOTE, open + 1); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) {
    let before = at - 1;
    while (bytes[before] === BACKSLASH) before--;
    if ((at - before) % 2 === 1) return at;
  }
  return bytes.length;
};
