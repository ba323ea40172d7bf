import { createHash } from "node:crypto";
import { createReadStream, type Stats } from "node:fs";
import { lstat, opendir, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { escapeInvisibles } from "../../../shared/escape-invisibles";
import type { InstructionFile } from "../../../shared/model-rules";
import { isWithin, readBytes } from "../../engine/storage";
import {
  MAX_INSTRUCTION_FILES,
  MAX_RULE_DEPTH,
  MAX_RULE_FILE_BYTES,
  MAX_RULE_FOLDER_ENTRIES,
  MAX_RULE_FOLDERS,
  MAX_RULES_HASHED_BYTES,
} from "../core/limits";
import { canRunPrograms, type InstructionSources } from "./instruction-sources";
import { modelRuleMessages } from "./messages";

/** A file as it was found; `hash` is null if too much would have to be read for it. */
export type FoundInstruction = Omit<InstructionFile, "isChanged" | "hash"> & { hash: string | null; text: string };

/** `base`: the folder to which the agent's own names of files are relative. */
type Candidate = { path: string; base: string };

/** How often an imported file imports another. */
const MAX_IMPORTS = 5;

/**
 * The files that an agent with these sources would read in a folder, a real path: there, above it, and below it. Unlike the panel's models an agent follows
 * links, so these are followed, and shown as such. `isCut`: there are more.
 */
export async function findInstructions(
  sources: InstructionSources,
  folder: string,
  home: string | null,
): Promise<{ files: FoundInstruction[]; isCut: boolean }> {
  // A user who works in their own home has written, or installed, what is there.
  if (folder === home) return { files: [], isCut: false };
  const { all, repository } = await foldersAbove(folder, home);
  const chain = sources.above === "home" ? all : all.slice(0, repository);
  const candidates = new Map<string, Candidate>();
  let isCut = false;
  const add = (path: string, base: string): void => {
    if (candidates.has(path)) return;
    if (candidates.size < MAX_INSTRUCTION_FILES) candidates.set(path, { path, base });
    else isCut = true;
  };
  for (const base of chain)
    for (const name of sources.files) if (await isThere(join(base, name))) add(join(base, name), base);
  for (const base of all.slice(0, repository))
    for (const name of sources.folders) {
      const stores = sources.stores.map((each) => join(base, each));
      if (!(await addFolder(join(base, name), { stores, add: (path) => add(path, base) }))) isCut = true;
    }
  if (sources.below.length > 0)
    for (const path of await findBelow(folder, sources.below, home)) add(path, dirname(path));
  const files: FoundInstruction[] = [];
  const budget = { left: MAX_RULES_HASHED_BYTES };
  const read = async (candidate: Candidate): Promise<void> => {
    const file = await readInstruction(candidate, { sources, folder, root: all[repository - 1] ?? folder, budget });
    if (file !== null) files.push(file);
  };
  for (const candidate of [...candidates.values()]) await read(candidate);
  if (sources.hasImports)
    for (let from = 0, depth = 0; from < files.length && depth < MAX_IMPORTS; depth++) {
      const texts = files.slice(from);
      from = files.length;
      for (const file of texts)
        for (const path of await importsOf(file, sources, depth > 0)) {
          if (candidates.has(path)) continue;
          add(path, dirname(path));
          if (candidates.has(path)) await read({ path, base: dirname(path) });
        }
    }
  return { files, isCut };
}

/** The folder and those above it, below the user's home; `repository`: how many of them are in its repository, the folder at least. */
async function foldersAbove(folder: string, home: string | null): Promise<{ all: string[]; repository: number }> {
  const all: string[] = [];
  let repository = 1;
  let isRootKnown = false;
  for (let at = folder; at === folder || (at !== home && at !== dirname(at)); at = dirname(at)) {
    all.push(at);
    if (isRootKnown || !(await isThere(join(at, ".git")))) continue;
    isRootKnown = true;
    repository = all.length;
  }
  return { all, repository };
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** Adds every file of a folder of settings; false if it has more than is looked at. */
async function addFolder(
  path: string,
  { stores, add }: { stores: readonly string[]; add(path: string): void },
  seen: ReadonlySet<string> = new Set(),
): Promise<boolean> {
  const real = await realpath(path).catch(() => null);
  if (real === null || seen.has(real) || stores.includes(path)) return true;
  const here = new Set([...seen, real]);
  if (here.size > MAX_RULE_DEPTH) return false;
  const entries = await entriesOf(real);
  if (entries === null) return true;
  let isWhole = entries.length <= MAX_RULE_FOLDER_ENTRIES;
  for (const { name } of entries.slice(0, MAX_RULE_FOLDER_ENTRIES)) {
    const entry = join(path, name);
    const is: Stats | null = await stat(entry).catch(() => null);
    if (is?.isDirectory()) isWhole = (await addFolder(entry, { stores, add }, here)) && isWhole;
    else if (is !== null) add(entry);
  }
  return isWhole;
}

/** The entries of a folder, one more than are looked at; null if it is none. */
async function entriesOf(path: string): Promise<{ name: string; isFolder: boolean }[] | null> {
  const found: { name: string; isFolder: boolean }[] = [];
  try {
    for await (const entry of await opendir(path)) {
      found.push({ name: entry.name, isFolder: entry.isDirectory() });
      if (found.length > MAX_RULE_FOLDER_ENTRIES) break;
    }
  } catch {
    return null;
  }
  return found.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Files with these names in folders below. Folders that packages are installed in, and hidden ones, are left out. */
async function findBelow(folder: string, names: readonly string[], home: string | null): Promise<string[]> {
  const found: string[] = [];
  let level = [folder];
  let searched = 0;
  for (let depth = 0; depth < MAX_RULE_DEPTH && level.length > 0; depth++) {
    const next: string[] = [];
    for (const at of level) {
      if (++searched > MAX_RULE_FOLDERS) return found;
      for (const { name, isFolder } of (await entriesOf(at)) ?? []) {
        if (isFolder) {
          const isSearched = !name.startsWith(".") && name !== "node_modules" && join(at, name) !== home;
          if (isSearched) next.push(join(at, name));
        } else if (depth > 0 && names.includes(name)) found.push(join(at, name));
      }
    }
    level = next;
  }
  return found;
}

type ReadContext = {
  sources: InstructionSources;
  folder: string;
  /** The root of its repository; the folder itself if it is in none. */
  root: string;
  budget: { left: number };
};

/** Null if the file is gone. */
async function readInstruction(
  { path, base }: Candidate,
  { sources, folder, root, budget }: ReadContext,
): Promise<FoundInstruction | null> {
  const real = await realpath(path).catch(() => null);
  const is = real === null ? null : await stat(real).catch(() => null);
  if (real === null || is === null || is.isDirectory()) return null;
  const isLink = real !== path;
  const found = {
    id: path,
    path: shownPath(path, folder),
    link: isLink ? { to: shownPath(real, folder), isOutside: !isWithin(real, root) } : null,
  };
  const own = relative(base, path).split(sep).join("/");
  const { notRegular, tooLarge, notText } = modelRuleMessages;
  const unshown = (problem: string, bytes: number, hash: string | null): FoundInstruction => ({
    ...found,
    bytes,
    hash,
    problem,
    text: "",
    // A text that nobody can see may do anything.
    canRun: canRunPrograms(sources, own, "") || (own.includes("/") && problem !== notText),
  });
  if (!is.isFile()) return unshown(notRegular, 0, hashOf(notRegular));
  try {
    if (is.size > MAX_RULE_FILE_BYTES) {
      budget.left -= is.size;
      return unshown(tooLarge, is.size, budget.left < 0 ? null : await hashOfFile(real));
    }
    const bytes = (await readBytes(real, MAX_RULE_FILE_BYTES))?.bytes;
    if (bytes === undefined) return null;
    const hash = hashOf(bytes);
    const text = new TextDecoder("utf-8").decode(bytes);
    if (text.includes("\0") || text.includes("\ufffd")) return unshown(notText, bytes.length, hash);
    return { ...found, bytes: bytes.length, hash, problem: null, text, canRun: canRunPrograms(sources, own, text) };
  } catch {
    return unshown(notRegular, is.size, null);
  }
}

/** Files that a file of rules imports by `@path`; the user's own are theirs. */
async function importsOf(
  { id, text }: FoundInstruction,
  { below }: InstructionSources,
  isImported: boolean,
): Promise<string[]> {
  if (!isImported && !below.includes(basename(id))) return [];
  const paths: string[] = [];
  for (const [, name = ""] of text.matchAll(/(?:^|\s)@([^\s`'"<>()@~][^\s`'"<>()@]{0,300})/g)) {
    if (paths.length >= MAX_INSTRUCTION_FILES) break;
    const path = resolve(dirname(id), name.replace(/[.,;:]+$/, ""));
    if ((await stat(path).catch(() => null))?.isFile()) paths.push(path);
  }
  return paths;
}

const shownPath = (path: string, folder: string): string =>
  escapeInvisibles(isWithin(path, folder) ? relative(folder, path).split(sep).join("/") : path).slice(0, 500);

const hashOf = (data: string | Buffer): string => createHash("sha256").update(data).digest("hex");

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const part of createReadStream(path)) hash.update(part);
  return hash.digest("hex");
}
