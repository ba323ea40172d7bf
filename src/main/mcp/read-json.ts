import { isUtf8 } from "node:buffer";

/** What one line of JSON says, or why it says nothing. `empty`: nothing but blanks. */
export type Json =
  | { status: "value"; value: unknown }
  | { status: "empty" }
  | { status: "malformed"; reason: string }
  | { status: "too deep"; value: unknown };

/** Deeper values than this overflow the stack of the programs that they are handed to. */
export const maxDepth = 256;

/** Reads one line of JSON in UTF-8; a byte order mark at its start is skipped. */
export const readJson = (bytes: Buffer): Json => {
  if (!isUtf8(bytes)) return { status: "malformed", reason: "the line is not UTF-8" };
  const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
  if (text.trim() === "") return { status: "empty" };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { status: "malformed", reason: error instanceof Error ? error.message : String(error) };
  }
  return isDeeperThan(value, maxDepth) ? { status: "too deep", value } : { status: "value", value };
};

/** Walks with a stack of its own, because the value may be deeper than ours. */
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
