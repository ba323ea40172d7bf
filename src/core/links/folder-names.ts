/** Looks up the files of a folder by the names that links use. */
import { foldName } from "./fold-name";

/** A path in the folder, with `/` between its parts and none in front; the folder itself is an empty string. */
export type FolderPath = string;

/** What a link target resolves to. `path` of a missing target is where it would be; null if that is unknown. */
export type Resolved =
  | { status: "file" | "folder"; path: FolderPath }
  | { status: "missing"; path: FolderPath | null }
  | { status: "outside" };

const MARKDOWN = /\.(?:md|markdown|mdown|mkd|mdx)$/i;

/** Whether the path ends like a Markdown file. */
export const isMarkdown = (path: string): boolean => MARKDOWN.test(path);

/** The path without a Markdown file ending. */
export const withoutEnding = (path: string): string => path.replace(MARKDOWN, "");

/** The last part of a path. */
export const lastPart = (path: FolderPath): string => path.slice(path.lastIndexOf("/") + 1);

/** The folder that contains a path. */
export const folderPart = (path: FolderPath): FolderPath => path.slice(0, Math.max(0, path.lastIndexOf("/")));

/** The file names of a folder at one moment. A name in another letter case or Unicode form matches if only one file can be meant. */
export class FolderNames {
  readonly #files: Set<FolderPath>;
  readonly #folders = new Set<FolderPath>([""]);
  #folded: Map<string, FolderPath[]> | null = null;
  #called: Map<string, FolderPath[]> | null = null;

  constructor(files: Iterable<FolderPath>) {
    this.#files = new Set(files);
    for (const path of this.#files)
      for (let folder = folderPart(path); !this.#folders.has(folder); folder = folderPart(folder))
        this.#folders.add(folder);
  }

  get files(): ReadonlySet<FolderPath> {
    return this.#files;
  }

  /** The names after `from`, a file or folder, was renamed to `to`. */
  moved(from: FolderPath, to: FolderPath): FolderNames {
    return new FolderNames([...this.#files].map((path) => movedPath(path, from, to)));
  }

  /** The path with this exact name, or else in another letter case; the ending of a Markdown file may be left out. */
  find(path: FolderPath): { status: "file" | "folder"; path: FolderPath } | null {
    const tries = [path, `${path}.md`, `${path}.markdown`];
    for (const [index, one] of tries.entries()) {
      if (this.#files.has(one)) return { status: "file", path: one };
      if (index === 0 && this.#folders.has(one)) return { status: "folder", path: one };
    }
    const folded = this.#byFolding();
    for (const one of tries) {
      const found = folded.get(foldName(one)) ?? [];
      const [only] = found;
      if (only !== undefined && found.length === 1)
        return { status: this.#files.has(only) ? "file" : "folder", path: only };
    }
    return null;
  }

  /** Every file that a wiki link with this name could mean, with or without a Markdown ending. */
  called(name: string): readonly FolderPath[] {
    if (!this.#called) {
      this.#called = new Map();
      for (const path of this.#files) {
        const name = foldName(lastPart(path));
        add(this.#called, name, path);
        if (isMarkdown(name)) add(this.#called, withoutEnding(name), path);
      }
    }
    return this.#called.get(foldName(name)) ?? [];
  }

  #byFolding(): Map<string, FolderPath[]> {
    if (!this.#folded) {
      this.#folded = new Map();
      for (const path of [...this.#files, ...this.#folders]) add(this.#folded, foldName(path), path);
    }
    return this.#folded;
  }
}

function add(map: Map<string, FolderPath[]>, key: string, path: FolderPath): void {
  const known = map.get(key);
  if (known) known.push(path);
  else map.set(key, [path]);
}

/** The new path of `path` after `from` (the path itself or a folder above it) was renamed to `to`. */
export function movedPath(path: FolderPath, from: FolderPath, to: FolderPath): FolderPath {
  if (path === from) return to;
  return path.startsWith(`${from}/`) ? to + path.slice(from.length) : path;
}
