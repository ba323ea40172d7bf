import type { Handlers } from "../../../shared/contract";
import type { FolderRules, NoteIndexRequests } from "../../../shared/note-index";
import { ToolError } from "../../engine/ports/tool-error";
import type { ReadRules } from "../core/folder-rules";
import type { HandlerWindow } from "../core/handler-window";
import { t } from "../core/messages";
import { outcomeIn, type WindowContext } from "../documents";
import { createIndexQueries } from "./index-queries";
import { createMentionLinks } from "./link-mention";
import type { NoteIndex } from "./note-index";

type NoteIndexDeps = {
  window: Pick<HandlerWindow, "workspace">;
  index: NoteIndex;
  /** What the open folder says about how its notes are written. */
  rules(): Promise<ReadRules>;
  /** Whether the open folder is new to Galley; only the first answer is true. */
  takeIsNew(): boolean;
  /** Whether the target of a wiki link is an entry of the content library. */
  isEntryLink(target: string): Promise<boolean>;
};

/** Requests of one window about what the notes of its folder say about each other. */
export function noteIndexHandlers(
  ctx: WindowContext,
  { window, index, rules, takeIsNew, isEntryLink }: NoteIndexDeps,
): Pick<Handlers, keyof NoteIndexRequests> {
  const outcome = outcomeIn(ctx);
  const queries = createIndexQueries(ctx, index, { rules, isEntryLink });
  const links = createMentionLinks(ctx, {
    root() {
      if (!window.workspace) throw new ToolError("not_found", t.noFolderOpen);
      return window.workspace.root;
    },
    linkStyle: async () => (await rules()).linkStyle,
  });
  return {
    "index:tags": (refresh) => outcome(() => queries.tags(refresh)),
    "index:tag-places": (tag) => outcome(() => queries.tagPlaces(tag)),
    "index:unresolved": (refresh) => outcome(() => queries.unresolved(refresh)),
    "index:mentions": (doc) => outcome(() => queries.mentions(doc)),
    "index:link-mention": ({ doc, mention }) => outcome(async () => ({ undo: await links.link(doc, mention) })),
    "index:undo-link": (undo) =>
      outcome(async () => {
        await links.undo(undo);
        return {};
      }),
    "index:aliases": () => outcome(() => queries.aliases()),
    "index:folder-rules": () =>
      outcome(async (): Promise<{ rules: FolderRules }> => {
        const { newNotes: _newNotes, ...shown } = await rules();
        return { rules: { ...shown, isNew: shown.source !== null && takeIsNew() } };
      }),
  };
}
