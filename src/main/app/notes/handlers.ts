import type { Handlers } from "../../../shared/contract";
import type { NotesRequests } from "../../../shared/notes";
import { outcomeIn, type WindowContext } from "../documents";
import { createNotes, type NotesDeps } from "./notes";

/** Requests of one window about daily notes and templates. */
export function notesHandlers(ctx: WindowContext, deps: NotesDeps): Pick<Handlers, keyof NotesRequests> {
  const outcome = outcomeIn(ctx);
  const notes = createNotes(ctx, deps);
  return {
    "notes:today": () => outcome(async () => ({ path: await notes.today() })),
    "notes:templates": () => outcome(() => notes.templates()),
    "notes:template": ({ path, title }) => outcome(async () => ({ text: await notes.template(path, title) })),
  };
}
