import { createHash } from "node:crypto";
import { opendir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { ToolError } from "../../engine/ports/tool-error";
import { readBytes } from "../../engine/storage";
import { MAX_RULE_BYTES, MAX_RULE_FILE_BYTES, MAX_RULE_FOLDER_ENTRIES } from "../core/limits";
import { modelRuleMessages } from "./messages";

/** A file that instructs models. `problem`: it is there and cannot be used. */
export type RuleFile =
  | { path: string; text: string; bytes: number; isCut: boolean; hash: string; problem: null }
  | { path: string; text: ""; bytes: number; isCut: false; hash: string; problem: string };

/**
 * Reads `names` below `root`, a real path; null if it does not exist. Nothing on the way may be a link: a folder that came from
 * somewhere else would otherwise send any file of the user's to a provider.
 */
export async function readRuleFile(root: string, ...names: string[]): Promise<RuleFile | null> {
  const path = join(root, ...names);
  const real = await realpath(path).catch(() => null);
  if (real === null) return null;
  if (real !== path) return unusable(path, modelRuleMessages.link);
  try {
    const read = await readBytes(path, MAX_RULE_FILE_BYTES);
    return read === null ? null : decoded(path, read.bytes);
  } catch (error) {
    if (error instanceof ToolError) return unusable(path, error.message);
    throw error;
  }
}

function decoded(path: string, bytes: Buffer): RuleFile {
  const used = bytes.subarray(0, MAX_RULE_BYTES);
  const isCut = used.length < bytes.length;
  // A character that the limit cuts in two is left out.
  const text = new TextDecoder("utf-8").decode(used, { stream: isCut }).replaceAll("\r\n", "\n");
  if (text.includes("\0") || text.includes("\ufffd")) return unusable(path, modelRuleMessages.notText, bytes.length);
  return { path, text, bytes: bytes.length, isCut, hash: hashOf(text), problem: null };
}

const unusable = (path: string, problem: string, bytes = 0): RuleFile => ({
  path,
  text: "",
  bytes,
  isCut: false,
  hash: hashOf(problem),
  problem,
});

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The names in a folder below `root` that pass, in order; none if a link leads there. */
export async function namesIn(
  root: string,
  names: readonly string[],
  { kind, most }: { kind: "file" | "folder"; most: number },
): Promise<string[]> {
  const path = join(root, ...names);
  if ((await realpath(path).catch(() => null)) !== path) return [];
  const found: string[] = [];
  let seen = 0;
  try {
    for await (const entry of await opendir(path)) {
      seen += 1;
      if (seen > MAX_RULE_FOLDER_ENTRIES) break;
      if (kind === "file" ? entry.isFile() : entry.isDirectory()) found.push(entry.name);
    }
  } catch {
    // Not readable: as if it were empty.
  }
  return found.sort().slice(0, most);
}
