import { constants } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { MiB } from "../../../core/limits";
import { resolveLink } from "../../../core/links/resolve-link";
import type { DocumentId, ImageQuery } from "../../../shared/contract";
import { ToolError } from "../../engine/ports/tool-error";
import { isWithin } from "../../engine/storage";
import { absolutePath, folderPath, recentLinkFolder } from "../core/folder-paths";
import { realPathOf } from "../core/grants";
import { IMAGE_LIMITS } from "../core/limits";
import type { AppContext } from "./context";
import { readImageHead } from "./image-head";
import type { OpenDocument } from "./open-document";

/** The URL from which the renderer may load an image, and its size in pixels if the header contains it. */
export type ImageLocation = { url: string; width: number | null; height: number | null };

/** An image as it is served to the renderer. */
export type ImageFile = { type: string; bytes: Buffer };

type OpenedImage = { file: FileHandle; path: string; size: number; changed: number };

/**
 * Finds an image that an open document refers to: relative to the document's folder, or with a leading `/` to the open
 * folder. `[[name]]` is the name in an embed, which is found anywhere in the open folder. In an embedded note (`from`) it is relative to that note. After resolving links it must be inside one of the two. Throws for anything but an image, and for one that is
 * too large.
 */
export async function findImage(ctx: AppContext, root: string | null, image: ImageQuery): Promise<ImageLocation> {
  return location(await openImage(ctx, root, image), image);
}

/** The document in the addresses of images that are viewed by themselves; documents have UUIDs. */
export const VIEWED_IMAGE: DocumentId = "viewed-image";

/** An image by its own path, which must be granted. Throws like `findImage`. */
export async function findImageAt(ctx: AppContext, path: string): Promise<ImageLocation> {
  return location(await openGranted(ctx, path), { doc: VIEWED_IMAGE, path });
}

/** The bytes of an image by its own path. */
async function readImageAt(ctx: AppContext, path: string): Promise<ImageFile> {
  return content(await openGranted(ctx, path));
}

async function openGranted(ctx: AppContext, path: string): Promise<OpenedImage> {
  await ctx.grants.check(path);
  const opened = await openFile(await realPathOf(path));
  if (!opened) throw new ToolError("not_found", `There is no image ${basename(path)}.`);
  return opened;
}

async function location(opened: OpenedImage, { doc, path, from }: ImageQuery): Promise<ImageLocation> {
  try {
    const head = readImageHead(await readStart(opened, IMAGE_LIMITS.head));
    const name = basename(opened.path);
    if (!head) throw new ToolError("unsupported", `${name} is not an image that can be shown.`);
    const { width, height } = head;
    if ((width ?? 0) * (height ?? 0) > IMAGE_LIMITS.pixels)
      throw new ToolError("too_large", `${name} has ${width} × ${height} pixels, which is too large to be shown here.`);
    const version = `${opened.size.toString(36)}-${Math.round(opened.changed).toString(36)}`;
    const within = from === undefined ? "" : `/${encodeURIComponent(from)}`;
    return { url: `galley://image/${doc}/${encodeURIComponent(path)}${within}?${version}`, width, height };
  } finally {
    await opened.file.close();
  }
}

/** The bytes of the image. Everything is checked again, since any code in the renderer can construct the URL. */
export async function readImage(ctx: AppContext, root: string | null, image: ImageQuery): Promise<ImageFile> {
  return content(await openImage(ctx, root, image));
}

/** An image that a document refers to, or one that is viewed by itself; null if it cannot be shown. */
export async function readShownImage(
  ctx: AppContext,
  { doc, path, from }: ImageQuery,
  /** The folder that is open in the document's window. */
  rootOf: (document: OpenDocument) => string | null,
): Promise<ImageFile | null> {
  if (doc === VIEWED_IMAGE) return readImageAt(ctx, path).catch(() => null);
  if (!ctx.openDocuments.has(doc)) return null;
  const document = ctx.openDocuments.of(doc);
  if (document.office !== null) return (await ctx.office()).image(document, path).catch(() => null);
  return readImage(ctx, rootOf(document), { doc, path, from }).catch(() => null);
}

async function content(opened: OpenedImage): Promise<ImageFile> {
  try {
    const bytes = await readStart(opened, opened.size);
    const head = readImageHead(bytes);
    if (!head || (head.width ?? 0) * (head.height ?? 0) > IMAGE_LIMITS.pixels)
      throw new ToolError("unsupported", `${basename(opened.path)} is not an image that can be shown.`);
    return { type: head.type, bytes };
  } finally {
    await opened.file.close();
  }
}

async function openImage(
  ctx: AppContext,
  root: string | null,
  { doc, path: named, from }: ImageQuery,
): Promise<OpenedImage> {
  const { location, name } = ctx.openDocuments.of(doc);
  if (!location) throw new ToolError("wrong_state", `${name} has no file yet, so its images are not found.`);
  if (named === "" || named.includes("\0")) throw new ToolError("not_found", "This image has no name.");
  const realRoot = root === null ? null : await realPathOf(root);
  const isOfFolder = realRoot !== null && isWithin(dirname(location.realPath), realRoot);
  const own = from !== undefined && isOfFolder ? absolutePath(realRoot, from) : location.realPath;
  const folder = dirname(own);
  /** An embedded note opens no folder but the one that is open. */
  const openFolders = [...(from === undefined ? [folder] : []), ...(isOfFolder ? [realRoot] : [])];
  const embedded = /^\[\[(.+)\]\]$/s.exec(named)?.[1];
  const path = (embedded ?? named).replaceAll("\\", "/");
  const candidates = path.startsWith("/") ? [] : [join(folder, path)];
  if (isOfFolder) candidates.push(join(realRoot, path));
  if (isOfFolder && embedded !== undefined && !(await isThere(candidates)))
    candidates.unshift(...(await anywhere(ctx, realRoot, own, path)));
  let isElsewhere = candidates.length === 0;
  for (const candidate of candidates) {
    const real = await realPathOf(candidate).catch(() => null);
    if (real === null) continue;
    if (!openFolders.some((open) => isWithin(real, open))) isElsewhere = true;
    else {
      await ctx.grants.checkNotOwn(real);
      const opened = await openFile(real);
      if (opened) return opened;
    }
  }
  const wanted = embedded ?? named;
  const shown = wanted.length > 200 ? `${wanted.slice(0, 200)}…` : wanted;
  if (isElsewhere) throw new ToolError("outside_workspace", "Only images of the open folder are shown.");
  throw new ToolError("not_found", `There is no image ${shown}.`);
}

const isThere = async (paths: readonly string[]): Promise<boolean> =>
  (await Promise.all(paths.map((path) => stat(path).catch(() => null)))).some((info) => info?.isFile());

/** The file of the open folder that a wiki link in a document means, as a list of none or one. */
async function anywhere(ctx: AppContext, root: string, own: string, path: string): Promise<string[]> {
  const { names } = await recentLinkFolder(await ctx.engine(), root);
  const target = { kind: "path", path, literal: path, fragment: null } as const;
  const found = resolveLink(names, folderPath(root, own) ?? "", target, "wiki");
  return found.status === "file" ? [absolutePath(root, found.path)] : [];
}

/** The real path was checked before, so a symbolic link here was created since and is not followed. */
async function openFile(path: string): Promise<OpenedImage | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW).catch(() => null);
  if (!file) return null;
  try {
    const info = await file.stat();
    if (!info.isFile()) throw new ToolError("unsupported", `${basename(path)} is not a file.`);
    if (info.size > IMAGE_LIMITS.file)
      throw new ToolError(
        "too_large",
        `${basename(path)} has ${Math.ceil(info.size / MiB)} MB; the limit for images is ${IMAGE_LIMITS.file / MiB} MB.`,
      );
    return { file, path, size: info.size, changed: info.mtimeMs };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readStart({ file, size }: OpenedImage, most: number): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.min(size, most));
  let length = 0;
  while (length < bytes.length) {
    const { bytesRead } = await file.read(bytes, length, bytes.length - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return bytes.subarray(0, length);
}
