import { constants } from "node:fs";
import { copyFile, mkdir, open, readdir, writeFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { MiB } from "../../../core/limits";
import { type StyleKind, styleFolders, styleName } from "../../../shared/styles";
import { ToolError } from "../../engine/ports/tool-error";
import { t } from "../core/messages";
import { examples } from "./examples";

/** The maximum number of bytes of a file, and the maximum number of files that are listed. */
const LIMITS: Record<StyleKind, number> & { files: number } = {
  theme: MiB / 4,
  print: MiB / 4,
  word: 20 * MiB,
  files: 200,
};

/** The user's style files, below the data folder. They may come from anyone: names stay in their folder, and sizes are limited. */
export function createStyleFiles(dataDir: string) {
  const folderOf = (kind: StyleKind) => join(dataDir, styleFolders[kind].folder);

  async function list(kind: StyleKind): Promise<string[]> {
    const { extension } = styleFolders[kind];
    const entries = await readdir(folderOf(kind), { withFileTypes: true }).catch(() => []);
    return entries
      .filter((entry) => entry.isFile() && extname(entry.name).toLowerCase() === `.${extension}`)
      .map(({ name }) => name.slice(0, -(extension.length + 1)))
      .filter((name) => styleName.test(name))
      .sort((a, b) => a.localeCompare(b))
      .slice(0, LIMITS.files);
  }

  async function read(kind: StyleKind, name: string): Promise<Uint8Array> {
    const { extension } = styleFolders[kind];
    if (!styleName.test(name)) throw new ToolError("not_found", t.styles.notFound(name));
    return readLimited(join(folderOf(kind), `${name}.${extension}`), LIMITS[kind], () => t.styles.notFound(name));
  }

  return {
    list,
    read,
    /** Copies a file into the folder of its kind, and returns the name it got. */
    async add(kind: StyleKind, path: string): Promise<string> {
      const { extension } = styleFolders[kind];
      if (extname(path).toLowerCase() !== `.${extension}`)
        throw new ToolError("unsupported", t.styles.wrongKind(`.${extension}`));
      await readLimited(path, LIMITS[kind], () => t.styles.notFound(basename(path)));
      await mkdir(folderOf(kind), { recursive: true });
      const name = basename(path).slice(0, -(extension.length + 1));
      if (!styleName.test(name)) throw new ToolError("unsupported", t.styles.wrongKind(`.${extension}`));
      for (let count = 1; count < 100; count++) {
        const free = count === 1 ? name : `${name.slice(0, 90)} ${count}`;
        try {
          // Fails if the name is taken: no file is replaced.
          await copyFile(path, join(folderOf(kind), `${free}.${extension}`), constants.COPYFILE_EXCL);
          return free;
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
        }
      }
      throw new ToolError("wrong_state", t.styles.wrongKind(`.${extension}`));
    },
    /** The folder of a kind; created, with an example if it has no file. */
    async folder(kind: StyleKind): Promise<string> {
      const folder = folderOf(kind);
      await mkdir(folder, { recursive: true });
      const example = examples[kind];
      if (example === null || (await list(kind)).length > 0) return folder;
      const path = join(folder, `Example.${styleFolders[kind].extension}`);
      await writeFile(path, example, { flag: "wx" }).catch(() => {});
      return path;
    },
  };
}

/** Reads a regular file. What it is and how long is known from its open handle, not from its name. */
async function readLimited(path: string, limit: number, notFound: () => string): Promise<Uint8Array> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(() => {
    throw new ToolError("not_found", notFound());
  });
  try {
    const info = await file.stat();
    if (!info.isFile()) throw new ToolError("not_found", notFound());
    if (info.size > limit) throw new ToolError("too_large", t.styles.tooLarge(basename(path), limit / MiB));
    const bytes = new Uint8Array(info.size);
    let at = 0;
    while (at < bytes.length) {
      const { bytesRead } = await file.read(bytes, at, bytes.length - at, at);
      if (bytesRead === 0) break;
      at += bytesRead;
    }
    return bytes.subarray(0, at);
  } finally {
    await file.close();
  }
}
