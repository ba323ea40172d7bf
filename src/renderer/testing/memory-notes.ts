import type { Handlers } from "../../shared/contract";
import type { NotesRequests } from "../../shared/notes";

const notFound = async () => ({ ok: false as const, error: { code: "not_found", message: "No folder is open." } });

/** No folder has notes or templates in memory. */
export const memoryNotes: Pick<Handlers, keyof NotesRequests> = {
  "notes:today": notFound,
  "notes:templates": async () => ({ ok: true, folder: "Templates", templates: [] }),
  "notes:template": notFound,
};
