import { link, open, readFile, rm, stat } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { MiB } from "../../../core/limits";
import type { DocumentId, Settings } from "../../../shared/contract";
import { ToolError } from "../../engine/ports/tool-error";
import type { EndTemporaries } from "../../engine/storage";
import { isWithin, makeFoldersInPlace, temporaryName } from "../../engine/storage";
import { checkFileName } from "../core/file-names";
import { realPathOf } from "../core/grants";
import { t } from "../core/messages";
import type { AppContext } from "./context";
import { readImageHead } from "./image-head";

/** Maximum bytes of an image, attempts at a free name, and characters of a name. */
const LIMITS = { file: 64 * MiB, names: 1000, name: 80 };

const ENDINGS: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/avif": "avif",
  "image/bmp": "bmp",
  "image/x-icon": "ico",
  "image/svg+xml": "svg",
};

/** A pasted or dropped image; `name` is its file name, null if it has none. */
export type NewImage = { doc: DocumentId; name: string | null; bytes: Uint8Array };

/**
 * Stores an image in the folder that the settings name: relative to the document's folder, or with a leading `/` to the
 * open folder `root`. Returns the path relative to the document's folder, with `/`. Never replaces a file: an identical
 * one is reused, otherwise the name gets a number. Throws for anything but an image, for one that is too large, and for
 * a document without a file.
 */
export async function addImage(
  ctx: AppContext,
  { folder, root }: { folder: Settings["imageFolder"]; root: string | null },
  { doc, name, bytes }: NewImage,
  now = new Date(),
): Promise<{ path: string }> {
  const document = ctx.openDocuments.of(doc);
  if (!document.location)
    throw new ToolError("wrong_state", t.image.unsaved(document.name), { hint: t.image.unsavedHint });
  if (bytes.length > LIMITS.file)
    throw new ToolError("too_large", t.image.tooLarge(Math.ceil(bytes.length / MiB), LIMITS.file / MiB));
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const ending = ENDINGS[readImageHead(content)?.type ?? ""];
  if (ending === undefined) throw new ToolError("unsupported", t.image.noImage(name));
  const home = dirname(document.location.realPath);
  const realRoot = root === null ? null : await realPathOf(root);
  // Documents outside the open folder keep their images beside themselves.
  const top = folder.startsWith("/") && realRoot !== null && isWithin(home, realRoot) ? realRoot : home;
  const below = { beside: "", "by document": `${stemOf(basename(document.location.realPath))}.assets` }[folder];
  const target = join(top, below ?? folder);
  // The target may be a symbolic link out of the folder, so the real path is checked.
  const realTarget = await realPathOf(target);
  if (!isWithin(realTarget, top)) throw new ToolError("outside_workspace", t.image.elsewhere(basename(target)));
  await ctx.grants.checkNotOwn(target);
  makeFoldersInPlace(realTarget);
  const stem = safeStem(name) ?? stampOf(now);
  const { temporaries } = await ctx.engine();
  const begin = (part: string) => temporaries.begin(realTarget, [part]);
  const path = await writeNew(target, { stem, ending, content }, begin);
  return { path: relative(home, path).split(sep).join("/") };
}

const stemOf = (name: string) => name.replace(/\.[^.]{1,12}$/, "");

/** The file name without its extension, made valid on every system; null for a generic name such as `image.png`. */
function safeStem(name: string | null): string | null {
  if (name === null) return null;
  const stem = stemOf(name.replace(/^.*[\\/]/, ""))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out here
    .replace(/[<>:"|?*\\/\u0000-\u001f\u007f]/g, "-")
    .replace(/^[. ]+|[. ]+$/g, "")
    .slice(0, LIMITS.name)
    .trim();
  if (stem === "" || /^(?:image|unnamed|untitled|blob)$/i.test(stem)) return null;
  try {
    checkFileName(stem);
    return stem;
  } catch {
    return null;
  }
}

/** Local time, as in `2026-11-21-094512`. */
function stampOf(now: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return `${day}-${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`;
}

/** Writes a temporary file first and links it to the final name once it is complete, unless that name is taken. */
async function writeNew(
  folder: string,
  { stem, ending, content }: { stem: string; ending: string; content: Buffer },
  begin: (part: string) => EndTemporaries,
): Promise<string> {
  const part = join(folder, temporaryName());
  const end = begin(basename(part));
  try {
    if (!(await written(part, content))) throw new RangeError(`${part} already exists`);
    for (let n = 1; n <= LIMITS.names; n++) {
      const path = join(folder, `${stem}${n === 1 ? "" : `-${n}`}.${ending}`);
      if (await isSame(path, content)) return path;
      try {
        await link(part, path);
        return path;
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === "EEXIST") continue;
        // On a file system without hard links the name is created exclusively, so that nothing is replaced.
        if (code !== "EPERM" && code !== "ENOTSUP" && code !== "EOPNOTSUPP" && code !== "ENOSYS") throw error;
        if (await written(path, content)) return path;
      }
    }
    throw new ToolError("wrong_state", t.image.noName(stem, LIMITS.names));
  } finally {
    await end(() => rm(part, { force: true }));
  }
}

async function written(path: string, content: Buffer): Promise<boolean> {
  const file = await open(path, "wx", 0o644).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST") return null;
    throw error;
  });
  if (!file) return false;
  try {
    await file.writeFile(content);
    await file.sync();
    return true;
  } finally {
    await file.close();
  }
}

async function isSame(path: string, content: Buffer): Promise<boolean> {
  const info = await stat(path).catch(() => null);
  return info?.isFile() === true && info.size === content.length && (await readFile(path)).equals(content);
}
