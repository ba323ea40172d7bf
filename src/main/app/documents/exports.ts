import { basename, dirname, join } from "node:path";
import type { DocumentId, ExportKind } from "../../../shared/contract";
import { loadDisk, loadLockFolder } from "../../engine";
import { ToolError } from "../../engine/ports/tool-error";
import type { DiskStore } from "../../engine/storage";
import { told } from "../core/messages";
import type { WindowContext } from "./context";

/** The most bytes that an export may have. */
const LARGEST = 1024 * 1024 * 1024;

/** As many places as may wait for what is exported to them. */
const MOST = 20;

type Place = { path: string; abort: AbortController };

export type Exports = ReturnType<typeof createExports>;

/**
 * What leaves Galley as another kind of file. The person chooses where in the system's dialog; the page only ever holds
 * a number for that place, which is good for one file.
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
    // The dialog has asked before anything is replaced.
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
    /** Asks where; null where the person cancelled. */
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
    /** Lays a page out on paper, in a window that can do nothing else, and writes it as PDF. */
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
    /** Something else of this window has written an export where the person wanted it. */
    exported(path: string): void {
      written.add(path);
    },
    /** Shows in the system's file manager what was exported since the start, and nothing else. */
    reveal(path: string): void {
      if (written.has(path)) ctx.desktop.reveal(path);
    },
  };
}

const cancelled = () => new ToolError("wrong_state", told.exports.cancelled);
