import type { Handlers } from "../../shared/contract";
import { failure } from "./failure";
import type { MemoryDisk } from "./memory-disk";

/** Main's links in memory: documents have none, so that renaming only moves. */
export function memoryLinks(disk: MemoryDisk, rename: Handlers["workspace:rename"]) {
  return {
    "links:place": async ({ target }) => failure("not_found", `“${target}” leads nowhere.`),
    "links:embed": async ({ target }) => failure("not_found", `“${target}” leads nowhere.`),
    "links:names": async () => ({
      ok: true,
      files: [...disk.files.keys()].map((path) => path.replace(/^\/w\//, "")),
      isAll: true,
    }),
    "links:headings": async () => ({ ok: true, headings: [] }),
    "links:back": async () => ({ ok: true, links: [], isAll: true }),
    "links:plan-move": async () => ({ ok: true, plan: { files: [], links: 0, fileCount: 0, stuck: 0, isAll: true } }),
    "links:move": async (move) => {
      const moved = await rename(move);
      return moved.ok ? { ...moved, report: { links: 0, fileCount: 0, failed: [], undo: null } } : moved;
    },
    "links:plan-heading": async () => ({
      ok: true,
      plan: { files: [], links: 0, fileCount: 0, stuck: 0, isAll: true },
    }),
    "links:rename-heading": async () => ({ ok: true, report: { links: 0, fileCount: 0, failed: [], undo: null } }),
    "links:unfinished": async () => ({ ok: true, unfinished: [] }),
    "links:finish": async () => failure("not_found", "There are no links of this rename left to update."),
    "links:leave": async () => ({ ok: true }),
    "links:undo": async () => failure("not_found", "This can no longer be undone."),
  } satisfies Partial<Handlers>;
}
