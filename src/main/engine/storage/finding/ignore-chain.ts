import { basename, dirname, join, relative, sep } from "node:path";
import type { FileStore } from "../../ports/file-store";
import { MAX_NOTE_BYTES } from "../../ports/limits";
import { isWithin } from "../files/guarded";
import { type IgnoreRules, parseIgnoreRules } from "./ignore-rules";

/** The ignore files that apply to a folder, outermost first. */
export type IgnoreChain = readonly { folder: string; rules: IgnoreRules }[];

/** What git would ignore because of files above `folder`, up to the top of its repository or its root. */
export async function ignoringAbove(folder: string, store: FileStore, roots: readonly string[]): Promise<IgnoreChain> {
  const chain: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    chain.unshift(at);
    if ((await hasGit(at, store)) || dirname(at) === at) break;
  }
  const isRepository = await hasGit(chain[0] ?? folder, store);
  const root = roots.find((each) => isWithin(folder, each));
  const counted = isRepository ? chain : chain.filter((each) => root !== undefined && isWithin(each, root));
  const ignoring: { folder: string; rules: IgnoreRules }[] = [];
  const own = isRepository ? await readIgnoreFile(join(counted[0] ?? folder, ".git/info/exclude"), store) : null;
  if (own !== null) ignoring.push({ folder: counted[0] ?? folder, rules: parseIgnoreRules(own) });
  for (const each of counted) {
    // The folder itself is ignored, not only what is in it.
    const isOut = basename(each) === ".git" || (each !== counted[0] && isIgnored(each, "folder", ignoring));
    if (isOut) return [{ folder: dirname(each), rules: everything }];
    if (each !== folder) ignoring.push(...(await rulesIn(each, store)));
  }
  return ignoring;
}

/** The rules of a folder's own ignore file; empty if it has none. */
export async function rulesIn(folder: string, store: FileStore): Promise<IgnoreChain> {
  const text = await readIgnoreFile(join(folder, ".gitignore"), store);
  return text === null ? [] : [{ folder, rules: parseIgnoreRules(text) }];
}

/** Whether the innermost rule about this path ignores it. */
export function isIgnored(path: string, kind: "file" | "folder", ignoring: IgnoreChain): boolean {
  for (let at = ignoring.length - 1; at >= 0; at--) {
    const { folder, rules } = ignoring[at] as IgnoreChain[number];
    const verdict = rules.verdict(relative(folder, path).split(sep), kind);
    if (verdict !== "silent") return verdict === "ignored";
  }
  return false;
}

async function hasGit(folder: string, store: FileStore): Promise<boolean> {
  const entries = await store.list(join(folder, ".git")).catch(() => null);
  return entries !== null && entries.length > 0;
}

async function readIgnoreFile(path: string, store: FileStore): Promise<string | null> {
  const stored = await store.read(path, { limit: MAX_NOTE_BYTES }).catch(() => null);
  return stored === null ? null : Buffer.from(stored.bytes).toString("utf8");
}

const everything: IgnoreRules = { verdict: () => "ignored" };
