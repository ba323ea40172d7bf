import { basename, dirname, join } from "node:path";
import type { DocumentId, ExportKind } from "../../../shared/contract";
import { loadDisk, loadLockFolder } from "../../engine";
import { ToolError } from "../../engine/ports/tool-error";
import type { DiskStore } from "../../engine/storage";
import { told } from "../core/messages";
import type { WindowContext } from "./context";

/** Maximum size of an export. */
const LARGEST = 1024 * 1024 * 1024;

/** How many chosen targets may wait for their exports. */
const MOST = 20;

type Place = { path: string; abort: AbortController };

export type Exports = ReturnType<typeof createExports>;

/**
 * Exports of documents. The user chooses the target in the system's dialog; the renderer only gets a ticket for it,
 * which is valid for one file.
 */
export function createExports(
  ctx: Pick<WindowContext, "copies" | "desktop" | "engine" | "grants" | "window">,
  dataDir: string,
) {
  const places = new Map<number, Place>();
  const written = new Set<string>();
  let last = 0;
  let disk: DiskStore | null = null;

  const placeOf = (ticket: number): Place => {
    const place = places.get(ticket);
    if (!place) throw new ToolError("wrong_state", told.exports.over);
    return place;
  };

  const write = async (place: Place, bytes: Uint8Array): Promise<{ path: string }> => {
    if (place.abort.signal.aborted) throw cancelled();
    if (bytes.length > LARGEST) throw new ToolError("too_large", told.exports.tooLarge(LARGEST / 1024 ** 3));
    const { temporaries } = await ctx.engine();
    const [{ createDisk }, { lockFolder }] = await Promise.all([loadDisk(), loadLockFolder()]);
    const locksFolder = await lockFolder(dataDir);
    disk ??= createDisk({ locksFolder, savesFolder: join(dataDir, "saves"), temporaries });
    // The dialog asked before replacing a file.
    await disk.update(place.path, () => bytes, { limit: LARGEST });
    written.add(place.path);
    return { path: place.path };
  };

  const once = async <T>(ticket: number, work: (place: Place) => Promise<T>): Promise<T> => {
    const place = placeOf(ticket);
    try {
      return await work(place);
    } finally {
      places.delete(ticket);
    }
  };

  return {
    /** Asks for the target; null if the user cancelled. */
    async pick(doc: DocumentId, kind: ExportKind): Promise<{ ticket: number; name: string } | null> {
      const { place, name } = ctx.copies.of(doc);
      const file = `${(place ? basename(place.path) : name).replace(/\.[^.]{1,12}$/, "")}.${kind}`;
      const path = await ctx.window.desktop.pickExportPath(place ? join(dirname(place.path), file) : file, kind);
      if (path === null) return null;
      await ctx.grants.checkNotOwn(path);
      const oldest = places.keys().next();
      if (places.size >= MOST && !oldest.done) places.delete(oldest.value);
      const ticket = ++last;
      places.set(ticket, { path, abort: new AbortController() });
      return { ticket, name: basename(path) };
    },
    write: (ticket: number, bytes: Uint8Array) => once(ticket, (place) => write(place, bytes)),
    /** Renders the HTML in an isolated window and writes it as PDF. */
    pdf: (ticket: number, html: string) =>
      once(ticket, async (place) => {
        const bytes = await ctx.desktop.printToPdf(html, place.abort.signal);
        if (bytes === null) throw cancelled();
        return write(place, bytes);
      }),
    cancel(ticket: number): void {
      places.get(ticket)?.abort.abort();
      places.delete(ticket);
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

const cancelled = () => new ToolError("wrong_state", told.exports.cancelled);
