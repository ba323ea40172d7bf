import { isAbsolute, relative, sep } from "node:path";
import { formatOf, officeFormatOf } from "../../../../core/text/format";
import { printableName } from "../../../../core/text/printable-name";
import { rulebookAt, rulebookPath } from "../../library/entries/rulebook-path";
import { MAX_MARKDOWN_FILES, MAX_MARKDOWN_TEXT, MAX_SEARCH_MS } from "../../ports/limits";
import { ToolError } from "../../ports/tool-error";
import { isGlob } from "../../storage/finding/path-glob";
import { rulebookNamed } from "../kit/find-rulebook";
import { pluralize } from "../kit/sentences";
import type { ToolContext } from "../kit/tool";
import { noteVersion } from "./note-version";
import { locateMarkdown, type OpenMarkdown, openMarkdown } from "./open-markdown";

const MAX_NAMED = 10;

/** The `file` and `documents` arguments. */
export type FileSelection = { file: string | string[]; documents?: string[] | null | undefined };

/** The requested documents, read one after the other. */
export type MarkdownFiles = {
  /** `one`: a single named file, so the answer describes that file; else a list, whatever its length. */
  shape: "one" | "many";
  files: (OpenMarkdown & { name: string })[];
  /** Notes for the caller, in sentences: which files were skipped, where reading stopped. */
  notes: string[];
  /** A sentence that the filter matches nothing; null if there is no filter. */
  filterNote: string | null;
};

type Candidate = { name: string; path: string; origin: "named" | "found" };

/**
 * Reads the documents that `file` means and the filter accepts, sorted by name. A named file must exist; a file that a pattern found but that cannot
 * be read is skipped with a note. Time and number are limited.
 */
export async function readMarkdownFiles({ file, documents }: FileSelection, ctx: ToolContext): Promise<MarkdownFiles> {
  if (documents?.length === 0) {
    const shape = typeof file === "string" && !isGlob(file) ? "one" : "many";
    return { shape, files: [], notes: [], filterNote: "No results match the document filter: it is empty." };
  }
  const deadline = Date.now() + MAX_SEARCH_MS;
  const filter = await readFilter(documents ?? null, deadline, ctx);
  const { shape, candidates, notes } = await expand(file, { deadline, filter }, ctx);
  const files: MarkdownFiles["files"] = [];
  let size = 0;
  for (const { name, origin } of candidates) {
    ctx.signal.throwIfAborted();
    const isLate = Date.now() > deadline;
    if ((isLate && files.length > 0) || size > MAX_MARKDOWN_TEXT) {
      const why = isLate ? `${MAX_SEARCH_MS / 1000} s` : `${MAX_MARKDOWN_TEXT / 1_000_000} million characters`;
      notes.push(
        `stopped after ${why} with ${files.length} of ${candidates.length} files read; narrow the pattern, or name fewer`,
      );
      break;
    }
    try {
      const { document, outline } = await openMarkdown(name, ctx);
      noteVersion(document, ctx);
      files.push({ name, document, outline });
      size += document.text.length;
    } catch (error) {
      if (origin === "named" || !(error instanceof ToolError)) throw error;
      notes.push(`${printableName(name)} was passed over: ${error.message}`);
    }
  }
  if (files.length > 0 && filter.unknown !== null) notes.unshift(filter.unknown);
  const filterNote = filter.note(files.length === 0);
  return { shape, files, filterNote, notes: [...notes.slice(0, MAX_NAMED), ...restOf(notes)] };
}

const restOf = (notes: readonly string[]): string[] =>
  notes.length > MAX_NAMED ? [`... and ${notes.length - MAX_NAMED} more`] : [];

type Expansion = { shape: "one" | "many"; candidates: Candidate[]; notes: string[] };
type Bounds = { deadline: number; filter: Filter };

async function expand(file: string | string[], { deadline, filter }: Bounds, ctx: ToolContext): Promise<Expansion> {
  const byPath = new Map<string, Candidate>();
  const notes: string[] = [];
  const folder = await ctx.locate(".");
  let shape: "one" | "many" = "many";
  const { passes } = filter;
  for (const name of typeof file === "string" ? [file] : file) {
    if (!isGlob(name) || (await ctx.files.isFile(await ctx.locate(name)))) {
      if (typeof file === "string") shape = "one";
      const located = await locateMarkdown(name, ctx);
      const isRulebook = filter.rulebooks.length > 0 && !(await ctx.files.isFile(located));
      const rulebook = isRulebook ? await rulebookNamed(name, ctx) : null;
      const path = rulebook === null ? located : rulebookPath(rulebook.document);
      if (passes(path)) byPath.set(path, { name, path, origin: "named" });
      continue;
    }
    // A rulebook is not in the folder, so no pattern finds it: naming it in the filter selects it.
    for (const rulebookPath of filter.rulebooks)
      byPath.set(rulebookPath, { name: rulebookAt(rulebookPath) ?? "", path: rulebookPath, origin: "found" });
    const { paths, stopped } = await ctx.files.find(name, {
      limit: MAX_MARKDOWN_FILES,
      deadline,
      accepts: (path, { namesEnding }) =>
        officeFormatOf(path) === null && (namesEnding || formatOf(path) === "markdown") && passes(path),
    });
    for (const path of paths) {
      if (byPath.has(path)) continue;
      const shown = isAbsolute(name) ? path : relative(folder, path).replaceAll(sep, "/");
      byPath.set(path, { name: shown, path, origin: "found" });
    }
    if (stopped !== null) {
      const where = stopped === "at the count" ? `at ${pluralize(MAX_MARKDOWN_FILES, "file")}` : "for lack of time";
      notes.push(`the search for ${name} stopped early, ${where}; narrow the pattern`);
    }
  }
  const candidates = [...byPath.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return { shape, candidates, notes };
}

type Filter = {
  passes(path: string): boolean;
  /** The paths of the library's rulebooks that the filter names. */
  rulebooks: readonly string[];
  /** Lists the unknown names; null if there are none. */
  unknown: string | null;
  /** Why there are no results; null without a filter. */
  note(isAlone: boolean): string | null;
};

/** An unknown name in the filter is not an error: it is reported in a note. */
async function readFilter(documents: readonly string[] | null, deadline: number, ctx: ToolContext): Promise<Filter> {
  if (documents === null) return { passes: () => true, rulebooks: [], unknown: null, note: () => null };
  const wanted = new Set<string>();
  const unknown: string[] = [];
  for (const name of new Set(documents)) {
    const paths = await pathsOf(name, deadline, ctx);
    for (const path of paths) wanted.add(path);
    if (paths.length === 0) unknown.push(name);
  }
  const named = unknown.slice(0, MAX_NAMED).join(", ");
  const more = unknown.length > MAX_NAMED ? ` ... and ${unknown.length - MAX_NAMED} more` : "";
  const unknownNote = unknown.length > 0 ? `Unknown documents: ${named}${more}.` : null;
  const nothing = "No results match the document filter.";
  return {
    passes: (path) => wanted.has(path),
    rulebooks: [...wanted].filter((path) => rulebookAt(path) !== null),
    unknown: unknownNote,
    note: (isAlone) => (isAlone && unknownNote !== null ? `${nothing} ${unknownNote}` : nothing),
  };
}

async function pathsOf(name: string, deadline: number, ctx: ToolContext): Promise<string[]> {
  try {
    const path = await ctx.locate(name);
    if (await ctx.files.isFile(path)) return [path];
    if (!isGlob(name)) {
      const rulebook = await rulebookNamed(name, ctx);
      return rulebook === null ? [] : [rulebookPath(rulebook.document)];
    }
    return (await ctx.files.find(name, { limit: MAX_MARKDOWN_FILES, deadline, accepts: () => true })).paths;
  } catch (error) {
    if (error instanceof ToolError) return [];
    throw error;
  }
}
