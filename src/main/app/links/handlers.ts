import { namedHeadings } from "../../../core/links/heading-fragments";
import type { Handlers, Workspace } from "../../../shared/contract";
import type { EntryName } from "../../../shared/library";
import { ToolError } from "../../engine/ports/tool-error";
import { absolutePath, linkFolder } from "../core/folder-paths";
import type { ReadRules } from "../core/folder-rules";
import type { HandlerWindow } from "../core/handler-window";
import { t } from "../core/messages";
import { type AppContext, outcomeIn, type WindowContext } from "../documents";
import type { NoteIndex } from "../note-index";
import { createBackLinks } from "./back-links";
import { readEmbed } from "./embedded-notes";
import { createNamedNotes, type NamedNotesDeps } from "./named-notes";
import { createLinkUpdates, type LinkUpdateDeps } from "./update-links";

type LinkDeps = Pick<LinkUpdateDeps, "canvas" | "rename"> &
  Pick<NamedNotesDeps, "entryAt"> & {
    /** An entry of the content library as Markdown. */
    entryText(entry: EntryName): Promise<string>;
    window: Pick<HandlerWindow, "workspace">;
    /** Throws unless the path is inside the open folder and not Galley's own. */
    checkChangeable(path: string): Promise<void>;
    index: NoteIndex;
    /** What the open folder says about how its notes are written. */
    rules(): Promise<ReadRules>;
  };

/** Requests about links of one window: following, listing, and updating them when files or headings are renamed. */
export function linkHandlers(
  ctx: WindowContext,
  { window, canvas, rename, checkChangeable, index, rules, entryAt, entryText }: LinkDeps,
): Pick<Handlers, Extract<keyof Handlers, `links:${string}`>> {
  const outcome = outcomeIn(ctx);
  const backLinks = createBackLinks(ctx, () => window.workspace, index);
  const named = createNamedNotes(ctx, { workspace: () => window.workspace, index, rules, entryAt });
  const links = createLinkUpdates(ctx, { folder: () => window.workspace, canvas, rename });
  return {
    "links:place": (link) => outcome(async () => ({ place: await named.place(link) })),
    "links:embed": (embed) =>
      outcome(async () => ({
        part: await readEmbed(ctx, window.workspace, embed, { byAlias: named.byAlias, entryAt, entryText }),
      })),
    "links:names": () => outcome(() => linkNames(ctx, window.workspace)),
    "links:headings": (path) => outcome(() => linkHeadings(ctx, window.workspace, path)),
    "links:back": (doc) => outcome(() => backLinks(doc)),
    "links:plan-move": (move) =>
      outcome(async () => {
        await checkChangeable(move.from);
        return { plan: await links.planMove(move) };
      }),
    "links:move": (move) => outcome(() => links.move(move)),
    "links:plan-heading": (heading) => outcome(async () => ({ plan: await links.planHeading(heading) })),
    "links:rename-heading": (heading) => outcome(() => links.renameHeading(heading)),
    "links:unfinished": () => outcome(async () => ({ unfinished: await links.unfinished.list() })),
    "links:finish": (id) => outcome(async () => ({ report: await links.unfinished.finish(id) })),
    "links:leave": (id) =>
      outcome(async () => {
        await links.unfinished.leave(id);
        return {};
      }),
    "links:undo": (undoId) => outcome(() => links.undo(undoId)),
  };
}

const MAX_HEADINGS = 5000;

function rootOf(workspace: Workspace | null): string {
  if (workspace === null) throw new ToolError("not_found", t.noFolderOpen);
  return workspace.root;
}

/** Every file of the open folder, as a link target. */
async function linkNames(ctx: AppContext, workspace: Workspace | null): Promise<{ files: string[]; isAll: boolean }> {
  const { names, isAll } = await linkFolder(await ctx.engine(), rootOf(workspace));
  return { files: [...names.files], isAll };
}

/** The headings of a file in the open folder, as on disk; at most 5,000. */
async function linkHeadings(
  ctx: AppContext,
  workspace: Workspace | null,
  path: string,
): Promise<{ headings: { title: string; level: number }[] }> {
  const root = rootOf(workspace);
  const { text } = await (await ctx.engine()).documents.read(absolutePath(root, path), [root], "person");
  const headings = namedHeadings(text).slice(0, MAX_HEADINGS);
  return { headings: headings.map(({ title, level }) => ({ title, level })) };
}
