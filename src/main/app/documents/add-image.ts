import { link, open, readFile, rm, stat } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import type { DocumentId, Settings } from "../../../shared/contract";
import { ToolError } from "../../engine/ports/tool-error";
import type { EndTemporaries } from "../../engine/storage";
import { makeFoldersInPlace, temporaryName } from "../../engine/storage";
import { checkFileName } from "../core/file-names";
import { isInside, realPathOf } from "../core/grants";
import { told } from "../core/messages";
import type { AppContext } from "./context";
import { readImageHead } from "./image-head";

const MB = 1024 * 1024;

/** Bytes of one image, and names that are tried for it. */
const LIMITS = { file: 64 * MB, names: 1000, name: 80 };

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

/** An image that was pasted or dropped; `name` is its own file's, null where it has none. */
export type NewImage = { doc: DocumentId; name: string | null; bytes: Uint8Array };

/**
 * Puts an image into the folder that the settings name, below the document's or, with `/` in front, below `root`, which is
 * open; answers with the path from the document's folder, with `/`. Never replaces a file: an equal one is used again, another one makes the new
 * name longer. Refuses what is no image by its content, what is too large, and a document without a file.
 */
export async function addImage(
  ctx: AppContext,
  { folder, root }: { folder: Settings["imageFolder"]; root: string | null },
  { doc, name, bytes }: NewImage,
  now = new Date(),
): Promise<{ path: string }> {
  const copy = ctx.copies.of(doc);
  if (!copy.place) throw new ToolError("wrong_state", told.image.unsaved(copy.name), { hint: told.image.unsavedHint });
  if (bytes.length > LIMITS.file)
    throw new ToolError("too_large", told.image.tooLarge(Math.ceil(bytes.length / MB), LIMITS.file / MB));
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const ending = ENDINGS[readImageHead(content)?.type ?? ""];
  if (ending === undefined) throw new ToolError("unsupported", told.image.noImage(name));
  const home = dirname(copy.place.realPath);
  const realRoot = root === null ? null : await realPathOf(root);
  // A document that is not in the open folder has its images where it is itself.
  const top = folder.startsWith("/") && realRoot !== null && isInside(realRoot, home) ? realRoot : home;
  const below = { beside: "", "by document": `${stemOf(basename(copy.place.realPath))}.assets` }[folder];
  const target = join(top, below ?? folder);
  // A link that stands there may lead anywhere: only what is really in that folder is written to.
  const realTarget = await realPathOf(target);
  if (!isInside(top, realTarget)) throw new ToolError("outside_workspace", told.image.elsewhere(basename(target)));
  await ctx.grants.checkNotOwn(target);
  makeFoldersInPlace(realTarget);
  const stem = safeStem(name) ?? stampOf(now);
  const { temporaries } = await ctx.engine();
  const begin = (part: string) => temporaries.begin(realTarget, [part]);
  const path = await writeNew(target, { stem, ending, content }, begin);
  return { path: relative(home, path).split(sep).join("/") };
}

const stemOf = (name: string) => name.replace(/\.[^.]{1,12}$/, "");

/** A file's own name without its ending, made fit for every system; null for what says nothing (`image.png`). */
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

/** `2026-11-21-094512`, of the clock on the wall. */
function stampOf(now: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return `${day}-${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`;
}

/** Written whole under a name of its own first; the name that others see comes when all is there, or is taken already. */
async function writeNew(
  folder: string,
  { stem, ending, content }: { stem: string; ending: string; content: Buffer },
  begin: (part: string) => EndTemporaries,
): Promise<string> {
  const part = join(folder, temporaryName());
  const end = begin(basename(part));
  try {
    if (!(await written(part, content))) throw new RangeError(`${part} is not new`);
    for (let n = 1; n <= LIMITS.names; n++) {
      const path = join(folder, `${stem}${n === 1 ? "" : `-${n}`}.${ending}`);
      if (await isSame(path, content)) return path;
      try {
        await link(part, path);
        return path;
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === "EEXIST") continue;
        // A file system without hard links: the name is taken first, so that nothing is replaced.
        if (code !== "EPERM" && code !== "ENOTSUP" && code !== "EOPNOTSUPP" && code !== "ENOSYS") throw error;
        if (await written(path, content)) return path;
      }
    }
    throw new ToolError("wrong_state", told.image.noName(stem, LIMITS.names));
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
