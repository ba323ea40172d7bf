import { randomUUID } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isBinaryName, isImageName, isPdfName, opensInProgram } from "../../../core/text/format";
import type { DocumentSnapshot, Session } from "../../../shared/contract";
import type { ViewedFile } from "../../../shared/viewer";
import { ToolError } from "../../engine/ports/tool-error";
import { type Grants, realPathOf } from "../core/grants";
import { t } from "../core/messages";
import { type AppContext, findImageAt, type OpenResult, type WindowContext } from "../documents";
import { findPdfAt } from "./viewed-pdf";

/** The maximum number of files of a folder that the viewer goes through. */
const MAX_SIBLINGS = 5000;

/**
 * Opens a file as text, or for the viewer if it is an image, a PDF or not text. A viewed file is not an open document: only its tab
 * knows it.
 */
export async function openOrView(ctx: WindowContext, path: string): Promise<OpenResult> {
  const info = await stat(path).catch(() => null);
  if (info?.isFile() && (isImageName(path) || isPdfName(path))) return view(ctx, path);
  try {
    return await ctx.loader.open(ctx, path);
  } catch (error) {
    const isNoText = error instanceof ToolError && (error.code === "binary" || isBinaryName(path));
    if (isNoText && info?.isFile()) return view(ctx, path);
    throw error;
  }
}

async function view(ctx: AppContext, path: string): Promise<OpenResult> {
  await ctx.grants.checkNotOwn(path);
  await ctx.grants.add(path);
  return { status: "here", document: viewedSnapshot(path) };
}

const viewedSnapshot = (path: string): DocumentSnapshot => ({
  doc: randomUUID(),
  room: "viewer",
  path,
  name: basename(path),
  text: "",
  version: "",
  unsaved: null,
  format: "text",
  encoding: "",
  lineEnding: "",
  readOnly: null,
  gone: false,
  warnings: [],
});

/** Whether the file of such a tab is granted at the next start, without being open in main. */
export const isGrantedByTab = (room: Session["tabs"][number]["room"]): boolean =>
  room === "viewer" || room === "authorship";

/** The tabs without viewed files that are not granted: the next start grants those of its session. */
export async function withGrantedViews(
  tabs: Session["tabs"],
  grants: Pick<Grants, "allows">,
): Promise<Session["tabs"]> {
  const isKept = await Promise.all(
    tabs.map(async ({ path, room }) => !isGrantedByTab(room) || (path !== null && (await grants.allows(path)))),
  );
  return tabs.filter((_, index) => isKept[index]);
}

/** What the viewer shows of a file. Throws if it is not granted or no longer there. */
export async function lookAt(ctx: AppContext, path: string): Promise<ViewedFile> {
  await ctx.grants.check(path);
  const info = await stat(path).catch(() => null);
  if (!info?.isFile()) throw new ToolError("not_found", t.gone(path));
  const [image, pdf, siblings] = await Promise.all([
    isPdfName(path) ? null : findImageAt(ctx, path).catch(() => null),
    isPdfName(path) ? findPdfAt(ctx, path) : null,
    siblingsOf(ctx, path),
  ]);
  return { path, name: basename(path), size: info.size, image, pdf, siblings, hasProgram: opensInProgram(path) };
}

/** The images, or PDFs, of the file's folder in the order of the file tree; only itself if the folder is not open. */
async function siblingsOf(ctx: AppContext, path: string): Promise<string[]> {
  const folder = dirname(path);
  if (!(await ctx.grants.allows(folder))) return [path];
  const isAlike = isPdfName(path) ? isPdfName : isImageName;
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => isAlike(name) && !name.startsWith("."))
    .slice(0, MAX_SIBLINGS)
    .sort(byName.compare)
    .map((name) => join(folder, name));
}

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** Opens a file in the system's program for it; throws for anything that could itself be a program. */
export async function openInProgram(ctx: AppContext, path: string): Promise<void> {
  await ctx.grants.check(path);
  const realPath = await realPathOf(path);
  const name = basename(path);
  const info = await stat(realPath).catch(() => null);
  if (!info?.isFile()) throw new ToolError("not_found", t.gone(path));
  if (!opensInProgram(realPath))
    throw new ToolError("unsupported", t.viewer.mayRun(name), { hint: t.office.notOpenedHint });
  const why = await ctx.desktop.openPath(realPath);
  if (why !== "") throw new ToolError("failed", t.office.notOpened(name, why), { hint: t.office.notOpenedHint });
}
