import { isBinaryName, isImageName } from "../../../core/text/format";
import type { DocumentId } from "../../../shared/contract";
import { topMatches } from "../../ui/best-of";
import { type Candidate, candidate, containsAllWords, matchOf, queryWords, scoreOf } from "../../ui/fuzzy";
import { MAX_PALETTE_ITEMS } from "../../ui/limits";
import type { FolderList } from "../../workbench/api/feature-stores";
import { type Item, type PaletteResults, type PickMode, plainItem } from "./item";
import { paletteMessages } from "./messages";

/** File names that some platform rejects, as main checks them (`file-names.ts` in main). */
const INVALID_NAME = /[<>:"|?*\\\p{Cc}]|^[ .]|[ .]$/u;

/** A document in a tab; `path` is null for one that was never saved. */
export type OpenFile = { doc: DocumentId; name: string; path: string | null };

type Deps = {
  list: FolderList | null;
  open: readonly OpenFile[];
  /** The document in front, which is not offered without a query. */
  front: DocumentId | null;
  /** Absolute paths, newest first. */
  used: readonly string[];
  /** The absolute path of a file in the open folder. */
  within(root: string, file: string): string;
  pick(target: { doc: DocumentId } | { path: string }, how: PickMode): unknown;
  create(root: string, file: string): unknown;
};

/** Whether a file of the folder has this path, or the same one in one of its folders: the user means that file. */
const isPathEnd = (path: string, end: string) => path === end || path.endsWith(`/${end}`);

/** A file or document that can be opened. */
type Entry = { candidate: Candidate; doc: DocumentId | null; path: string | null; boost: number };

const BOOST = { open: 12, used: 12 };

/**
 * The files that match `text`: files of the open folder, open documents and recently used files. Without text: recently used
 * first, then open, then the folder with its images last; the document in front is left out.
 */
export function fileItems(text: string, deps: Deps): PaletteResults {
  const { list, front } = deps;
  const words = queryWords(text.replaceAll("\\", "/"));
  const { special, specials } = specialEntries(deps);
  const files = list?.files ?? [];
  const root = list?.root ?? "";
  const aliases = words.length > 0 ? (list?.aliases ?? []) : [];
  const count = special.length + files.length + aliases.length;
  const aliasAt = (index: number) => aliases[index - special.length - files.length];
  const at = (index: number) => special[index]?.candidate ?? (files[index - special.length] as Candidate);
  const best = topMatches(count, MAX_PALETTE_ITEMS, (index) => {
    const entry = special[index];
    if (words.length === 0) {
      if (entry) return entry.doc !== null && entry.doc === front ? null : 1000 + entry.boost;
      return specials.has(at(index).text) ? null : isImageName(at(index).text) ? -1 : 0;
    }
    const alias = aliasAt(index);
    if (alias) return containsAllWords(alias.entry, words) ? scoreOf(alias.entry, words) : null;
    const asked = at(index);
    if (!containsAllWords(asked, words) || (!entry && specials.has(asked.text))) return null;
    const score = scoreOf(asked, words);
    return score === null ? null : score + (entry?.boost ?? 0) - (isImageName(asked.text) ? 4 : 0);
  });
  const items = best.indexes.map((index): Item => {
    const alias = aliasAt(index);
    if (alias) return aliasItem(alias, words, deps.within(root, alias.path), deps);
    const asked = at(index);
    const entry = special[index];
    const marks = words.length === 0 ? [] : (matchOf(asked, words)?.positions ?? []);
    const path = entry?.path ?? deps.within(root, asked.text);
    const target = entry?.doc ? { doc: entry.doc } : { path };
    return {
      id: entry?.doc ?? path,
      label: asked.text.slice(asked.name),
      marks: marks.filter((mark) => mark >= asked.name).map((mark) => mark - asked.name),
      detail: asked.text.slice(0, Math.max(0, asked.name - 1)),
      detailMarks: marks.filter((mark) => mark < asked.name - 1),
      key: null,
      note: entry?.doc ? paletteMessages.isOpen : entry && words.length === 0 ? paletteMessages.used : null,
      depth: 0,
      isOff: false,
      pick: (how) => deps.pick(target, how),
    };
  });
  const created = list ? newFilePath(text) : null;
  const isThere = created !== null && files.some((file) => isPathEnd(file.text.toLowerCase(), created.toLowerCase()));
  if (created !== null && !isThere && (items.length === 0 || /\.\w+$/.test(text)) && list?.status === "ready")
    items.push(plainItem("create", paletteMessages.create(created), () => deps.create(root, created)));
  return { items, count: best.count, status: statusOf(list, items), start: 0 };
}

/** A note by another name. */
function aliasItem(
  { entry, path }: FolderList["aliases"][number],
  words: readonly string[],
  full: string,
  { pick }: Pick<Deps, "pick">,
): Item {
  return {
    id: `${full} ${entry.text}`,
    label: entry.text,
    marks: matchOf(entry, words)?.positions ?? [],
    detail: path,
    detailMarks: [],
    key: null,
    note: paletteMessages.alias,
    depth: 0,
    isOff: false,
    pick: (how) => pick({ path: full }, how),
  };
}

/** Open documents and recently used files, which rank higher, and their names, so that none is listed twice. */
function specialEntries({ list, open, used }: Deps): { special: Entry[]; specials: Set<string> } {
  const root = list?.root ?? null;
  const shown = (path: string) =>
    (root !== null && isInside(path, root) ? path.slice(root.length + 1) : path).replaceAll("\\", "/");
  const usedBoost = (path: string | null) => {
    const at = path === null ? -1 : used.indexOf(path);
    return at < 0 ? 0 : BOOST.used * (1 - at / used.length);
  };
  const entries: Entry[] = open.map(({ doc, name, path }) => ({
    candidate: candidate(path === null ? name : shown(path), "path"),
    doc,
    path,
    boost: BOOST.open + usedBoost(path),
  }));
  const openPaths = new Set(open.flatMap(({ path }) => path ?? []));
  const files = new Set(used.length > 0 ? list?.files.map(({ text }) => text) : []);
  for (const path of used) {
    if (openPaths.has(path)) continue;
    // Skip files of the open folder that no longer exist; files elsewhere are offered unchecked.
    if (root !== null && isInside(path, root) && !files.has(shown(path))) continue;
    entries.push({ candidate: candidate(shown(path), "path"), doc: null, path, boost: usedBoost(path) });
  }
  return {
    special: entries,
    specials: new Set(entries.flatMap((entry) => (entry.path === null ? [] : [entry.candidate.text]))),
  };
}

const isInside = (path: string, root: string) => path.startsWith(root) && /^[\\/]/.test(path.slice(root.length));

function statusOf(list: FolderList | null, items: readonly Item[]): string | null {
  if (list?.status === "failed") return paletteMessages.failed(list.why);
  if (list?.status === "loading") return paletteMessages.loading;
  if (list && !list.isAll) return paletteMessages.notAll(list.files.length);
  if (items.length > 0) return null;
  return list === null ? paletteMessages.noFolder : paletteMessages.nothing;
}

/**
 * The relative path for a new file with this name: `notes/new` becomes `notes/new.md`. Null if the name is not a valid path in the
 * folder, or has the extension of a format that is not text: an empty file would not be an image.
 */
export function newFilePath(text: string): string | null {
  const parts = text.trim().split(/[\\/]+/);
  if (parts.some((part) => part === "" || part === "." || part === ".." || INVALID_NAME.test(part))) return null;
  if (parts.length > 20 || text.length > 1000) return null;
  const path = parts.join("/");
  if (isBinaryName(path)) return null;
  return /\.[\p{L}\p{N}]{1,12}$/u.test(path) ? path : `${path}.md`;
}
