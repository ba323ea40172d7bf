import { basename, dirname, join } from "node:path";
import { type PdfInformation, withPdfInformation } from "../../../core/pdf/pdf-information";
import type { DocumentId } from "../../../shared/contract";
import type { ExportKind } from "../../../shared/export";
import type { PandocFormat, PandocPage } from "../../../shared/pandoc";
import { loadDisk, loadLockFolder } from "../../engine";
import { ToolError } from "../../engine/ports/tool-error";
import type { DiskStore } from "../../engine/storage";
import { MAX_EXPORT_BYTES } from "../core/limits";
import { t } from "../core/messages";
import type { WindowContext } from "./context";
import { convertWithPandoc } from "./pandoc";

/** How many chosen targets may wait for their exports. */
const MAX_TARGETS = 20;

type ExportTarget = { path: string; abort: AbortController };

export type Exports = ReturnType<typeof createExports>;

/**
 * Exports of documents. The user chooses the target in the system's dialog; the renderer only gets a ticket for it,
 * which is valid for one file.
 */
export function createExports(
  ctx: Pick<WindowContext, "openDocuments" | "desktop" | "engine" | "grants" | "window">,
  dataDir: string,
) {
  const targets = new Map<number, ExportTarget>();
  const written = new Set<string>();
  let last = 0;
  let disk: DiskStore | null = null;

  const targetOf = (ticket: number): ExportTarget => {
    const target = targets.get(ticket);
    if (!target) throw new ToolError("wrong_state", t.exports.over);
    return target;
  };

  const write = async (target: ExportTarget, bytes: Uint8Array): Promise<{ path: string }> => {
    if (target.abort.signal.aborted) throw cancelled();
    if (bytes.length > MAX_EXPORT_BYTES)
      throw new ToolError("too_large", t.exports.tooLarge(MAX_EXPORT_BYTES / 1024 ** 3));
    const { temporaries } = await ctx.engine();
    const [{ createDisk }, { lockFolder }] = await Promise.all([loadDisk(), loadLockFolder()]);
    const locksFolder = await lockFolder(dataDir);
    disk ??= createDisk({ locksFolder, savesFolder: join(dataDir, "saves"), temporaries });
    // The dialog asked before replacing a file.
    await disk.update(target.path, () => bytes, { limit: MAX_EXPORT_BYTES });
    written.add(target.path);
    return { path: target.path };
  };

  const once = async <T>(ticket: number, work: (target: ExportTarget) => Promise<T>): Promise<T> => {
    const target = targetOf(ticket);
    try {
      return await work(target);
    } finally {
      targets.delete(ticket);
    }
  };

  return {
    /** Asks for the target; null if the user cancelled. */
    async pick(doc: DocumentId, kind: ExportKind): Promise<{ ticket: number; name: string } | null> {
      const { location, name } = ctx.openDocuments.of(doc);
      const file = `${(location ? basename(location.path) : name).replace(/\.[^.]{1,12}$/, "")}.${kind}`;
      const path = await ctx.window.desktop.pickExportPath(location ? join(dirname(location.path), file) : file, kind);
      if (path === null) return null;
      await ctx.grants.checkNotOwn(path);
      const oldest = targets.keys().next();
      if (targets.size >= MAX_TARGETS && !oldest.done) targets.delete(oldest.value);
      const ticket = ++last;
      targets.set(ticket, { path, abort: new AbortController() });
      return { ticket, name: basename(path) };
    },
    write: (ticket: number, bytes: Uint8Array) => once(ticket, (target) => write(target, bytes)),
    /** Renders the HTML in an isolated window and writes it as PDF, with what it says about itself. */
    pdf: (ticket: number, html: string, about?: PdfInformation) =>
      once(ticket, async (target) => {
        const bytes = await ctx.desktop.printToPdf(html, target.abort.signal);
        if (bytes === null) throw cancelled();
        return write(target, about ? withPdfInformation(bytes, about) : bytes);
      }),
    /** Converts a page with an installed pandoc. */
    pandoc: (ticket: number, page: PandocPage, to: PandocFormat) =>
      once(ticket, async (target) => write(target, await convertWithPandoc(page, { to, signal: target.abort.signal }))),
    cancel(ticket: number): void {
      targets.get(ticket)?.abort.abort();
      targets.delete(ticket);
    },
    /** Notes an export that another service of this window wrote. */
    exported(path: string): void {
      written.add(path);
    },
    /** Shows a file in the file manager, only if it was exported since the start. */
    reveal(path: string): void {
      if (written.has(path)) ctx.desktop.reveal(path);
    },
  };
}

const cancelled = () => new ToolError("wrong_state", t.exports.cancelled);
