import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { readEntryLink } from "../../../core/links/entry-links";
import { foldName } from "../../../core/links/fold-name";
import { type FolderPath, lastPart, withoutEnding } from "../../../core/links/folder-names";
import { readTarget } from "../../../core/links/link-target";
import { resolveLink } from "../../../core/links/resolve-link";
import { mentionFinder } from "../../../core/links/unlinked-mentions";
import { foldTag } from "../../../core/tags/tags";
import type { DocumentId } from "../../../shared/contract";
import type { IndexRefresh, NoteLocation, TagCount, UnlinkedMention, UnresolvedLink } from "../../../shared/note-index";
import { isWithin } from "../../engine/storage";
import { formatOf, isTextName } from "../core/file-names";
import { absolutePath, folderPath } from "../core/folder-paths";
import { type NewNotes, newNotePath, type ReadRules } from "../core/folder-rules";
import { realPathOf } from "../core/grants";
import type { WindowContext } from "../documents";
import { lineCounter, scanMarkdownFiles } from "../folder/scan-markdown-files";
import { type Aliases, aliasesOf, type IndexedFolder, type NoteIndex } from "./note-index";

/** What one answer shows at most. */
const MAX = { tags: 20_000, places: 500, targets: 1000, placesOfTarget: 50, mentions: 500, mentionsInNote: 50 };

type IndexQueryDeps = {
  rules(): Promise<ReadRules>;
  /** Whether the target of a wiki link is an entry of the content library. */
  isEntryLink(target: string): Promise<boolean>;
};

/** Answers questions about the notes of a folder from its index. */
export function createIndexQueries(ctx: WindowContext, index: NoteIndex, { rules, isEntryLink }: IndexQueryDeps) {
  let finding = new AbortController();

  return {
    async tags(refresh: IndexRefresh): Promise<{ tags: TagCount[]; isAll: boolean }> {
      const { facts, isAll } = await index.read(refresh);
      const counted = new Map<string, TagCount>();
      for (const path of [...facts.keys()].sort())
        for (const { name } of facts.get(path)?.tags ?? []) {
          const known = counted.get(foldTag(name));
          if (known) known.count++;
          else counted.set(foldTag(name), { name, count: 1 });
        }
      const tags = [...counted].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, tag]) => tag);
      return { tags: tags.slice(0, MAX.tags), isAll: isAll && tags.length <= MAX.tags };
    },

    async tagPlaces(tag: string): Promise<{ places: NoteLocation[]; isAll: boolean }> {
      const folder = await index.read("changed");
      const wanted = foldTag(tag);
      const found = new Map<FolderPath, Set<number>>();
      for (const [path, { tags }] of folder.facts)
        for (const { name, line } of tags) if (foldTag(name) === wanted) addTo(found, path, line);
      return placesIn(folder, found, MAX.places);
    },

    async unresolved(refresh: IndexRefresh): Promise<{ links: UnresolvedLink[]; isAll: boolean }> {
      const folder = await index.read(refresh);
      const missing = missingLinks(folder, aliasesOf(folder), (await rules()).newNotes);
      const real = await realPathOf(folder.root);
      const links: UnresolvedLink[] = [];
      let isAll = folder.isAll;
      for (const { target, path, found, count } of missing) {
        if (links.length >= MAX.targets) {
          isAll = false;
          break;
        }
        // The listing leaves out what Git ignores.
        const full = path === null ? null : absolutePath(folder.root, path);
        if (full !== null && (await stat(full).catch(() => null)) !== null) continue;
        if (readEntryLink(target) !== null && (await isEntryLink(target))) continue;
        const canCreate =
          full !== null &&
          (formatOf(full) === "markdown" || isTextName(basename(full))) &&
          isWithin(await realPathOf(full), real);
        const { places } = await placesIn(folder, found, MAX.placesOfTarget);
        links.push({ target, create: canCreate ? path : null, count, places });
      }
      return { links, isAll };
    },

    async mentions(doc: DocumentId): Promise<{ mentions: UnlinkedMention[]; isAll: boolean }> {
      finding.abort(new Error("the mentions of another document were requested"));
      finding = new AbortController();
      const { signal } = finding;
      const folder = await index.read("changed");
      const { location } = ctx.openDocuments.of(doc);
      const own = location === null ? null : folderPath(folder.root, location.path);
      if (own === null) return { mentions: [], isAll: true };
      const names = [withoutEnding(lastPart(own)), ...(folder.facts.get(own)?.aliases ?? [])];
      const find = mentionFinder(names);
      const folded = names.map(foldName);
      const mentions: UnlinkedMention[] = [];
      const isWhole = await scanMarkdownFiles(ctx, folder, {
        signal,
        mayHold: (text, path) => path !== own && folded.some((name) => foldName(text).includes(name)),
        visit(text, path) {
          const lineOf = lineCounter(text);
          for (const { from, words } of find(text, MAX.mentionsInNote))
            mentions.push({ path, from, words, line: lineOf(from), text: lineAt(text, from) });
        },
      });
      mentions.sort((a, b) => (a.path === b.path ? a.from - b.from : a.path < b.path ? -1 : 1));
      return { mentions: mentions.slice(0, MAX.mentions), isAll: isWhole && mentions.length <= MAX.mentions };
    },

    async aliases(): Promise<{ aliases: { path: string; name: string }[] }> {
      const { facts } = await index.read("changed");
      const aliases = [...facts].flatMap(([path, note]) => note.aliases.map((name) => ({ path, name })));
      return { aliases };
    },
  };

  /** The lines of these notes, by path and line. */
  async function placesIn(
    folder: IndexedFolder,
    found: ReadonlyMap<FolderPath, ReadonlySet<number>>,
    most: number,
  ): Promise<{ places: NoteLocation[]; isAll: boolean }> {
    const places: NoteLocation[] = [];
    let isAll = folder.isAll;
    for (const path of [...found.keys()].sort()) {
      if (places.length >= most) {
        isAll = false;
        break;
      }
      const lines = [...(found.get(path) ?? [])].sort((a, b) => a - b);
      const texts = await linesOf(ctx, folder, path, lines);
      places.push(...lines.map((line) => ({ path, line, text: texts.get(line) ?? "" })));
    }
    return { places: places.slice(0, most), isAll: isAll && places.length <= most };
  }
}

type MissingLink = { target: string; path: FolderPath | null; count: number; found: Map<FolderPath, Set<number>> };

/** The links whose files are not listed, by where the file would be, in alphabetical order of their targets. */
function missingLinks({ facts, names }: IndexedFolder, aliases: Aliases, newNotes: NewNotes | null): MissingLink[] {
  const missing = new Map<string, MissingLink>();
  for (const from of [...facts.keys()].sort())
    for (const { target, syntax, line } of facts.get(from)?.links ?? []) {
      const read = readTarget(target, syntax);
      if (read.kind !== "path") continue;
      const found = resolveLink(names, from, read, syntax);
      if (found.status !== "missing" || (syntax === "wiki" && aliases.has(foldName(read.path)))) continue;
      const path = found.path !== null && syntax === "wiki" ? newNotePath(found.path, read.path, newNotes) : found.path;
      const key = foldName(path ?? `? ${read.path}`);
      const known = missing.get(key) ?? { target: read.path, path, count: 0, found: new Map() };
      known.count++;
      addTo(known.found, from, line);
      missing.set(key, known);
    }
  return [...missing.values()].sort((a, b) => (foldName(a.target) < foldName(b.target) ? -1 : 1));
}

function addTo(found: Map<FolderPath, Set<number>>, path: FolderPath, line: number): void {
  const lines = found.get(path);
  if (lines) lines.add(line);
  else found.set(path, new Set([line]));
}

const MAX_LINE_LENGTH = 200;

/** The texts of some lines of a note, cropped and trimmed, by their number from 1. Empty if the note can no longer be read. */
async function linesOf(
  ctx: WindowContext,
  { root }: { root: string },
  path: FolderPath,
  lines: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { documents } = await ctx.engine();
  const document = await documents.read(absolutePath(root, path), [root], "person").catch(() => null);
  const all = document?.text.split("\n") ?? [];
  return new Map(lines.map((line) => [line, cropped(all[line - 1] ?? "")]));
}

/** The trimmed line at an offset of a text, cropped around it if it is long. */
function lineAt(text: string, position: number): string {
  const start = text.lastIndexOf("\n", position - 1) + 1;
  const found = text.indexOf("\n", position);
  const end = found < 0 ? text.length : found;
  const from = Math.max(start, position - MAX_LINE_LENGTH / 2);
  return `${from > start ? "…" : ""}${text.slice(from, Math.min(end, from + MAX_LINE_LENGTH)).trim()}`;
}

const cropped = (line: string): string => lineAt(line, 0);
