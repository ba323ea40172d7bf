import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { embeddedPart } from "../../../core/links/embedded-part";
import { readEntryLink } from "../../../core/links/entry-links";
import { readTarget } from "../../../core/links/link-target";
import type { Workspace } from "../../../shared/contract";
import type { EntryName } from "../../../shared/library";
import type { EmbeddedNote, LinkQuery } from "../../../shared/links";
import { ToolError } from "../../engine/ports/tool-error";
import { formatOf, isTextName } from "../core/file-names";
import { folderPath, recentLinkFolder } from "../core/folder-paths";
import { MAX_EMBEDDED_BYTES } from "../core/limits";
import { t } from "../core/messages";
import type { AppContext } from "../documents";
import { resolveLinkDestination } from "./link-targets";
import type { NamedNotesDeps } from "./named-notes";

/** What an embed may show besides a file of its name. */
export type EmbedSources = Pick<NamedNotesDeps, "entryAt"> & {
  /** The target of the note with this alias; null if there is none. */
  byAlias(target: string): Promise<string | null>;
  entryText(entry: EntryName): Promise<string>;
};

/**
 * The note, or the part of it, that an embed in an open document shows, as on disk. An entry of the content library is shown like a note. Throws if there is none, or it is
 * not a text of the open folder.
 */
export async function readEmbed(
  ctx: AppContext,
  workspace: Workspace | null,
  { doc, target, from }: Omit<LinkQuery, "kind">,
  { byAlias, entryAt, entryText }: EmbedSources,
): Promise<EmbeddedNote> {
  const read = readTarget(target, "wiki");
  const [path = ""] = target.split("#", 1);
  const resolve = (name: string) =>
    resolveLinkDestination(ctx, workspace, { doc, kind: "wiki", target: name, from }, recentLinkFolder);
  const entryPart = async (): Promise<EmbeddedNote | null> => {
    const linked = readEntryLink(path) === null ? null : await entryAt(path);
    if (linked === null) return null;
    if (linked.entry === null) throw new ToolError("not_found", t.links.noEntry(path));
    return { path: "", text: await entryText(linked.entry), line: 1, isCropped: false };
  };
  const entryFirst = await resolve(path).catch(async (error: unknown) => {
    const part = await entryPart();
    if (part === null) throw error;
    return { status: "part" as const, part };
  });
  if (entryFirst.status === "part") return entryFirst.part;
  let found = entryFirst;
  const alias = found.status === "missing" ? await byAlias(path) : null;
  if (alias !== null) found = await resolve(alias);
  if (found.status === "missing") {
    const part = await entryPart();
    if (part !== null) return part;
  }
  if (found.status === "missing" || found.status === "entry")
    throw new ToolError("not_found", t.links.leadsNowhere(target));
  const name = basename(found.path);
  const own = workspace === null ? null : folderPath(workspace.root, found.path);
  const isText = found.status === "file" && (formatOf(found.path) === "markdown" || isTextName(name));
  if (workspace === null || own === null || !isText) throw new ToolError("unsupported", t.links.notEmbedded(name));
  const { size } = await stat(found.path);
  if (size > MAX_EMBEDDED_BYTES) throw new ToolError("too_large", t.links.tooLargeToEmbed(name));
  const { documents } = await ctx.engine();
  const { text } = await documents.read(found.path, [workspace.root], "person");
  const fragment = read.kind === "path" ? read.fragment : null;
  const part = embeddedPart(text, fragment);
  if (part === null) throw new ToolError("not_found", t.links.noPart(fragment ?? "", name));
  return { path: own, ...part };
}
