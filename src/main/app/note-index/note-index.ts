import { foldName } from "../../../core/links/fold-name";
import { FolderNames, type FolderPath, folderPart, isMarkdown } from "../../../core/links/folder-names";
import { type LinkSyntax, readTarget, syntaxOf } from "../../../core/links/link-target";
import { findLinks } from "../../../core/links/links";
import { noteNames } from "../../../core/properties/note-names";
import { findTags } from "../../../core/tags/tags";
import type { Workspace } from "../../../shared/contract";
import type { IndexRefresh } from "../../../shared/note-index";
import { ToolError } from "../../engine/ports/tool-error";
import { isWithin } from "../../engine/storage";
import { absolutePath, folderPath, type LinkFolder, linkFolder } from "../core/folder-paths";
import { realPathOf } from "../core/grants";
import { MAX_INDEXED_NOTE } from "../core/limits";
import { t } from "../core/messages";
import type { WindowContext } from "../documents";
import { lineCounter, scanMarkdownFiles } from "../folder/scan-markdown-files";

/** Changes are reported together after this delay in milliseconds. */
const NOTIFY_AFTER_MS = 300;

/** The index of the open folder at one moment. `isAll` is false if some notes could not be read. */
export type IndexedFolder = LinkFolder & { facts: ReadonlyMap<FolderPath, NoteFacts> };

/** The tags, aliases and links of all notes of one window's folder, read again when files change. */
export type NoteIndex = {
  /** Waits until every note, or every changed one, was read. Throws if no folder is open. */
  read(refresh: IndexRefresh): Promise<IndexedFolder>;
  /** The notes that aliases name, at most a few seconds old. */
  aliases(): Promise<Aliases>;
  /** A file changed: it is read again next time, and the renderer is notified. */
  touched(realPath: string): void;
  /** The entries of a folder changed. */
  folderChanged(realPath: string): void;
};

/** The note that an alias names, folded with `foldName`; null if several notes have it. */
export type Aliases = ReadonlyMap<string, FolderPath | null>;

type FolderNotes = { root: string; real: string; facts: Map<FolderPath, NoteFacts>; unread: Set<FolderPath> };

/** How long aliases are used again while no file is known to have changed, in milliseconds: a document may have many links that lead nowhere. */
const ALIASES_MS = 3000;

/** The aliases of a folder's notes. */
export function aliasesOf({ facts }: Pick<IndexedFolder, "facts">): Aliases {
  const found = new Map<string, FolderPath | null>();
  for (const [path, { aliases }] of facts)
    for (const alias of aliases) found.set(foldName(alias), found.has(foldName(alias)) ? null : path);
  return found;
}

export type NoteIndexDeps = {
  folder(): Workspace | null;
  /** Replaces the real paths of the folders whose entries are watched. */
  watch(realPaths: readonly string[]): void;
};

/** The maximum number of folders that are watched. */
const MAX_WATCHED = 500;

/** Nothing is read before the first request. */
export function createNoteIndex(ctx: WindowContext, { folder, watch }: NoteIndexDeps): NoteIndex {
  let known: FolderNotes | null = null;
  let changed = new Set<FolderPath>();
  let running: Promise<IndexedFolder> | null = null;
  let isNotifying = false;
  let watched = "";
  let aliases: { at: number; root: string | undefined; found: Promise<Aliases> } | null = null;

  async function scan(refresh: IndexRefresh): Promise<IndexedFolder> {
    const root = folder()?.root;
    if (root === undefined) throw new ToolError("not_found", t.noFolderOpen);
    if (known?.root !== root) {
      watched = "";
      known = { root, real: await realPathOf(root), facts: new Map(), unread: new Set() };
      changed = new Set();
    }
    const { facts, unread } = known;
    const asked = changed;
    changed = new Set();
    const listed = await linkFolder(await ctx.engine(), root);
    const notes = [...listed.names.files].filter(isMarkdown);
    const isWanted = (path: FolderPath) => refresh === "all" || asked.has(path) || unread.has(path) || !facts.has(path);
    const wanted = notes.filter(isWanted);
    const left = new Set(wanted);
    await scanMarkdownFiles(
      ctx,
      { ...listed, names: new FolderNames(wanted) },
      {
        signal: new AbortController().signal,
        mayHold: (text) => text.length <= MAX_INDEXED_NOTE,
        visit(text, path) {
          facts.set(path, noteFacts(text));
          left.delete(path);
        },
      },
    );
    for (const path of wanted) {
      if (left.has(path)) unread.add(path);
      else unread.delete(path);
    }
    for (const path of left) facts.delete(path);
    for (const path of facts.keys()) if (!listed.names.files.has(path)) facts.delete(path);
    for (const path of unread) if (!listed.names.files.has(path)) unread.delete(path);
    watchFoldersOf(known, notes);
    return { ...listed, facts, isAll: listed.isAll && unread.size === 0 };
  }

  /** New and replaced notes are noticed at once; what is written in place, when the window gets the focus. */
  function watchFoldersOf({ real }: FolderNotes, notes: readonly FolderPath[]): void {
    const folders = [...new Set(["", ...notes.map(folderPart)])].slice(0, MAX_WATCHED);
    if (folders.join("\n") === watched) return;
    watched = folders.join("\n");
    watch(folders.map((path) => (path === "" ? real : absolutePath(real, path))));
  }

  const notify = (): void => {
    aliases = null;
    if (known === null) return;
    if (isNotifying) return;
    isNotifying = true;
    setTimeout(() => {
      isNotifying = false;
      ctx.window.send("index:changed", null);
    }, NOTIFY_AFTER_MS);
  };

  /** One after the other: a request that waits finds little left to read. */
  function read(refresh: IndexRefresh): Promise<IndexedFolder> {
    const before = running;
    const mine = (async () => {
      await before?.catch(() => undefined);
      return scan(refresh);
    })();
    running = mine;
    return mine.finally(() => {
      if (running === mine) running = null;
    });
  }

  return {
    read,
    aliases() {
      const now = performance.now();
      const root = folder()?.root;
      if (root === undefined) return Promise.resolve(new Map());
      if (aliases === null || aliases.root !== root || now - aliases.at > ALIASES_MS)
        aliases = { at: now, root, found: read("changed").then(aliasesOf) };
      return aliases.found;
    },
    touched(realPath) {
      if (known === null || !isWithin(realPath, known.real)) return;
      const path = folderPath(known.real, realPath);
      if (path === null || !isMarkdown(path)) return;
      changed.add(path);
      notify();
    },
    folderChanged(realPath) {
      const path = known === null ? null : folderPath(known.real, realPath);
      if (known === null || path === null) return;
      for (const note of known.facts.keys()) if (folderPart(note) === path) changed.add(note);
      notify();
    },
  };
}

/** What the index keeps of a note. Lines count from 1. */
type NoteFacts = {
  tags: { name: string; line: number }[];
  aliases: string[];
  /** Its links to files, as written. */
  links: { target: string; syntax: LinkSyntax; line: number }[];
};

/** The maximum number of tags, and the maximum number of links, that are kept of one note. */
const MAX_KEPT = 5000;

/** The tags, aliases and links of a note's text. */
function noteFacts(text: string): NoteFacts {
  const names = noteNames(text);
  const lineOfTag = lineCounter(text);
  const inFront = names.tags.map(({ name, at }) => ({ name, line: lineOfTag(at) }));
  const inText = findTags(text).map(({ name, from }) => ({ name, line: lineOfTag(from) }));
  const lineOfLink = lineCounter(text);
  const links = findLinks(text).flatMap(({ kind, from, target }) => {
    const written = text.slice(target.from, target.to);
    const syntax = syntaxOf(kind);
    const read = readTarget(written, syntax);
    const isToFile = read.kind === "path" && (read.path !== "" || read.literal !== "");
    return isToFile ? [{ target: written, syntax, line: lineOfLink(from) }] : [];
  });
  return { tags: [...inFront, ...inText].slice(0, MAX_KEPT), aliases: names.aliases, links: links.slice(0, MAX_KEPT) };
}
