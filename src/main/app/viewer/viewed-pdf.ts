import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { basename } from "node:path";
import { MiB } from "../../../core/limits";
import type { ViewedFile } from "../../../shared/viewer";
import { ToolError } from "../../engine/ports/tool-error";
import { realPathOf } from "../core/grants";
import { PDF_LIMITS } from "../core/limits";
import { t } from "../core/messages";
import type { AppContext } from "../documents";

/** A PDF that is open to be read. `size` is in bytes. */
export type OpenedPdf = { file: FileHandle; size: number };

/** The address of a granted PDF for its frame; null if the file is not a PDF. Throws if it is too large. */
export async function findPdfAt(ctx: AppContext, path: string): Promise<ViewedFile["pdf"]> {
  const { file, size, changed } = await openGranted(ctx, path);
  try {
    if (!(await isPdf(file))) return null;
    const version = `${size.toString(36)}-${Math.round(changed).toString(36)}`;
    return { url: `galley-pdf://viewed/${encodeURIComponent(path)}?${version}` };
  } finally {
    await file.close();
  }
}

/** Opens a granted PDF. Everything is checked again, since any code in the renderer can construct the address. */
export async function openPdf(ctx: AppContext, path: string): Promise<OpenedPdf> {
  const { file, size } = await openGranted(ctx, path);
  if (await isPdf(file)) return { file, size };
  await file.close();
  throw new ToolError("unsupported", `${basename(path)} is not a PDF.`);
}

async function openGranted(ctx: AppContext, path: string): Promise<OpenedPdf & { changed: number }> {
  await ctx.grants.check(path);
  // The real path was checked, so a symbolic link there was created since and is not followed.
  const file = await open(await realPathOf(path), constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  const info = await file.stat();
  if (info.isFile() && info.size <= PDF_LIMITS.file) return { file, size: info.size, changed: info.mtimeMs };
  await file.close();
  if (!info.isFile()) throw new ToolError("not_found", t.gone(path));
  throw new ToolError(
    "too_large",
    t.viewer.tooLarge(basename(path), Math.ceil(info.size / MiB), Math.round(PDF_LIMITS.file / MiB)),
  );
}

async function isPdf(file: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(PDF_LIMITS.head), 0, PDF_LIMITS.head, 0);
  return buffer.subarray(0, bytesRead).includes("%PDF-");
}
