import type { Handlers } from "../../shared/contract";
import type { NoteIndexRequests } from "../../shared/note-index";

const notFound = async () => ({ ok: false as const, error: { code: "not_found", message: "No folder is open." } });

/** No folder in memory has tags, mentions or rules. */
export const memoryNoteIndex: Pick<Handlers, keyof NoteIndexRequests> = {
  "index:tags": async () => ({ ok: true, tags: [], isAll: true }),
  "index:tag-places": async () => ({ ok: true, places: [], isAll: true }),
  "index:unresolved": async () => ({ ok: true, links: [], isAll: true }),
  "index:mentions": async () => ({ ok: true, mentions: [], isAll: true }),
  "index:link-mention": notFound,
  "index:undo-link": notFound,
  "index:aliases": async () => ({ ok: true, aliases: [] }),
  "index:folder-rules": async () => ({
    ok: true,
    rules: { source: null, isNew: false, lineBreaks: null, imageFolder: null, linkStyle: null },
  }),
};
