import { lstat, stat } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { setImmediate as macrotask } from "node:timers/promises";
import { officeFormatOf } from "../../../core/text/format";
import type { Engine } from "../../engine";
import type { BytesChange, DocumentChange, KnownText } from "../../engine/ports/documents";
import { isWithin } from "../../engine/storage";
import { IGNORED_NAMES, isTextName } from "../core/file-names";
import { MAX_CLOSED_TEXT_BYTES } from "../core/limits";

/** The texts of an open folder's files that no tab shows, as they were before an external program writes them. */
export type ClosedTexts = {
  /** Null if the text is not known. A file that was not there when its folder was read is new: its `version` is null. */
  known(realPath: string): KnownText | null;
  /** Reads the files of these folders that have not been read, and forgets those of other folders. */
  follow(folders: readonly string[]): void;
  isFollowed(folder: string): boolean;
  /** Resolves once the files of the followed folders are read. */
  whenRead(): Promise<void>;
  /** Looks for new files in the followed folder around `path`, and reports them. */
  findNew(path: string): void;
  set(realPath: string, known: KnownText): void;
  delete(realPath: string): void;
  /** A file with this version that is no longer there: it was renamed. Null if there is none. */
  movedFrom(version: string): Promise<{ path: string; known: KnownText } | null>;
  /** Writes of our own engine. */
  handleChange(change: DocumentChange): void;
  handleBytesChange(change: Pick<BytesChange, "realPath" | "to">): void;
  handleMoved(move: { from: string; to: string }): void;
  files(): string[];
  folders(): string[];
  close(): void;
};

/** Above these limits, files are not followed until a tab shows them or an agent announces a write. */
const MAX_FILES = 2000;
const MAX_CHARACTERS = 24 * 1024 * 1024;
const MAX_FOLDERS = 500;
/** How many deleted files are remembered, to recognise them under another name. */
const MAX_GONE = 100;
/** How long to wait after an entry was added before the folder is listed again. */
const REST_MS = 250;

type Folder = {
  root: string;
  texts: Map<string, KnownText>;
  abort: AbortController;
  isAll: boolean;
  timer: NodeJS.Timeout | null;
  reading: Promise<void>;
};

export function createClosedTexts({
  engine,
  found,
  changed,
  log,
}: {
  engine(): Promise<Engine>;
  /** A file is new in a followed folder. */
  found(realPath: string): void;
  /** What `files` and `folders` return has changed. */
  changed(): void;
  log(error: unknown): void;
}): ClosedTexts {
  let followed: Folder[] = [];
  let characters = 0;
  /** Deleted files, by version. */
  const gone = new Map<string, { path: string; known: KnownText }>();

  const folderOf = (realPath: string) =>
    followed.filter(({ root }) => isWithin(realPath, root)).sort((a, b) => b.root.length - a.root.length)[0];

  async function readAll(folder: Folder): Promise<void> {
    const { paths, isAll } = await listTexts(await engine(), folder);
    const { documents } = await engine();
    for (const path of paths) {
      if (folder.abort.signal.aborted || characters > MAX_CHARACTERS) return;
      const info = await stat(path).catch(() => null);
      if (!info?.isFile() || info.size > MAX_CLOSED_TEXT_BYTES || folder.texts.has(path)) continue;
      const document = await documents.read(path, [folder.root], "person").catch(() => null);
      if (document === null || document.realPath !== path || folder.texts.has(path)) continue;
      put(folder, path, { version: document.version, text: document.text });
      await macrotask();
    }
    folder.isAll = isAll;
    changed();
  }

  async function findNew(folder: Folder): Promise<void> {
    const { paths } = await listTexts(await engine(), folder);
    for (const path of paths) if (!folder.texts.has(path)) found(path);
  }

  function put(folder: Folder, realPath: string, known: KnownText): void {
    const isNew = !folder.texts.has(realPath);
    characters += known.text.length - (folder.texts.get(realPath)?.text.length ?? 0);
    folder.texts.set(realPath, known);
    if (isNew && folder.isAll) changed();
  }

  const paths = () => followed.flatMap(({ texts }) => [...texts.keys()]);

  return {
    known(realPath) {
      const folder = folderOf(realPath);
      if (folder === undefined) return null;
      const known = folder.texts.get(realPath);
      if (known !== undefined) return known;
      return folder.isAll && isOffered(realPath) ? { version: null, text: "" } : null;
    },
    follow(folders) {
      const left = followed.filter(({ root }) => !folders.includes(root));
      for (const { abort, texts, timer } of left) {
        abort.abort(new Error("the folder is no longer followed"));
        clearTimeout(timer ?? undefined);
        for (const { text } of texts.values()) characters -= text.length;
      }
      const fresh = folders
        .filter((root) => !followed.some((each) => each.root === root))
        .map((root) => newFolder(root));
      if (left.length === 0 && fresh.length === 0) return;
      followed = [...followed.filter((each) => !left.includes(each)), ...fresh];
      for (const folder of fresh)
        folder.reading = readAll(folder).catch((error: unknown) => {
          if (!folder.abort.signal.aborted) log(error);
        });
      if (left.length > 0) changed();
    },
    whenRead: async () => void (await Promise.all(followed.map(({ reading }) => reading))),
    isFollowed: (root) => followed.some((each) => each.root === root),
    findNew(path) {
      const folder = folderOf(path);
      if (folder === undefined || !folder.isAll || folder.timer !== null) return;
      folder.timer = setTimeout(() => {
        folder.timer = null;
        findNew(folder).catch((error: unknown) => {
          if (!folder.abort.signal.aborted) log(error);
        });
      }, REST_MS);
      folder.timer.unref();
    },
    set(realPath, known) {
      const folder = folderOf(realPath);
      if (folder !== undefined) put(folder, realPath, known);
    },
    delete(realPath) {
      const folder = folderOf(realPath);
      const known = folder?.texts.get(realPath);
      if (folder === undefined || known === undefined) return;
      characters -= known.text.length;
      folder.texts.delete(realPath);
      if (known.version === null) return;
      gone.set(known.version, { path: realPath, known });
      for (const oldest of gone.keys()) {
        if (gone.size <= MAX_GONE) break;
        gone.delete(oldest);
      }
    },
    async movedFrom(version) {
      const lately = gone.get(version);
      if (lately !== undefined && (await lstat(lately.path).catch(() => null)) === null) return lately;
      for (const { texts } of followed)
        for (const [path, known] of texts)
          if (known.version === version && (await lstat(path).catch(() => null)) === null) return { path, known };
      return null;
    },
    handleChange({ realPath, to, text }) {
      const folder = folderOf(realPath);
      if (folder !== undefined && isOffered(realPath)) put(folder, realPath, { version: to, text });
    },
    handleBytesChange({ realPath, to }) {
      const folder = folderOf(realPath);
      if (folder?.texts.has(realPath) && officeFormatOf(realPath) !== null)
        put(folder, realPath, { version: to, text: "" });
    },
    handleMoved({ from, to }) {
      for (const { texts } of followed)
        for (const [path, known] of [...texts]) {
          if (!isWithin(path, from)) continue;
          texts.delete(path);
          characters -= known.text.length;
          const home = to + path.slice(from.length);
          const folder = folderOf(home);
          if (folder !== undefined) put(folder, home, known);
        }
      changed();
    },
    files: paths,
    folders: () =>
      [
        ...new Set([...followed.map(({ root }) => root), ...paths().flatMap((path) => foldersUpTo(path, followed))]),
      ].slice(0, MAX_FOLDERS),
    close() {
      for (const { abort, timer } of followed) {
        abort.abort(new Error("Galley is closing"));
        clearTimeout(timer ?? undefined);
      }
      followed = [];
    },
  };
}

/** The paths of a folder's texts, as Git lists them. */
async function listTexts(engine: Engine, { root, abort }: Folder): Promise<{ paths: string[]; isAll: boolean }> {
  const { files, isAll } = await engine.listFiles({
    caller: { id: "canvas:external", name: "canvas", roots: [root] },
    signal: abort.signal,
    most: MAX_FILES,
    keeps: isOffered,
  });
  return { paths: files.map((file) => join(root, ...file.split("/"))), isAll };
}

const newFolder = (root: string): Folder => ({
  root,
  texts: new Map(),
  abort: new AbortController(),
  isAll: false,
  timer: null,
  reading: Promise.resolve(),
});

/** Texts only; and never those that no list shows. */
const isOffered = (path: string): boolean =>
  isTextName(basename(path)) && !path.split(/[\\/]/).some((name) => IGNORED_NAMES.has(name));

/** The folders from a file's own up to the followed one: a folder that is added between them is seen. */
function foldersUpTo(path: string, followed: readonly Folder[]): string[] {
  const root = followed.find((each) => isWithin(path, each.root))?.root;
  if (root === undefined) return [];
  const names = relative(root, dirname(path)).split(sep);
  return names.map((_name, index) => join(root, ...names.slice(0, index + 1)));
}
