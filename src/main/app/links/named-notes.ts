import { readEntryLink } from "../../../core/links/entry-links";
import { foldName } from "../../../core/links/fold-name";
import type { Workspace } from "../../../shared/contract";
import type { EntryName } from "../../../shared/library";
import type { LinkDestination, LinkQuery } from "../../../shared/links";
import { absolutePath } from "../core/folder-paths";
import { newNotePath, type ReadRules } from "../core/folder-rules";
import type { WindowContext } from "../documents";
import type { NoteIndex } from "../note-index";
import { resolveLinkDestination } from "./link-targets";

export type NamedNotesDeps = {
  /** The entry of the content library that a target means, with null if there is none; null if it names no kind of the library. */
  entryAt(target: string): Promise<{ entry: EntryName | null } | null>;
  workspace(): Workspace | null;
  index: Pick<NoteIndex, "aliases">;
  rules(): Promise<ReadRules>;
};

/** Resolves links by the aliases of notes too, and where a missing note would be created. */
export function createNamedNotes(ctx: WindowContext, { workspace, index, rules, entryAt }: NamedNotesDeps) {
  /** The target of a wiki link to the note that has its name as an alias; null if none has. */
  async function byAlias(target: string): Promise<string | null> {
    const [name = "", ...fragment] = target.split("#");
    if (workspace() === null || name.trim() === "") return null;
    const path = (await index.aliases()).get(foldName(name.trim())) ?? null;
    return path === null ? null : [`/${path}`, ...fragment].join("#");
  }

  return {
    byAlias,
    /** Throws like `resolveLinkDestination`. */
    async place(link: LinkQuery): Promise<LinkDestination> {
      const isEntry = link.kind === "wiki" && readEntryLink(link.target) !== null;
      let found: LinkDestination;
      try {
        found = await resolveLinkDestination(ctx, workspace(), link);
      } catch (error) {
        // A document without a file or a folder can have links to entries.
        const linked = isEntry ? await entryAt(link.target) : null;
        if (linked === null) throw error;
        return { status: "entry", ...linked, name: link.target };
      }
      if (found.status !== "missing" || link.kind !== "wiki") return found;
      const target = await byAlias(link.target);
      if (target !== null) {
        const named = await resolveLinkDestination(ctx, workspace(), { ...link, target });
        if (named.status === "file") return named;
      }
      // A file of that name comes first.
      const linked = isEntry ? await entryAt(link.target) : null;
      if (linked !== null) return { status: "entry", ...linked, name: link.target };
      return newNote(found, link.target);
    },
  };

  async function newNote(
    missing: Extract<LinkDestination, { status: "missing" }>,
    target: string,
  ): Promise<LinkDestination> {
    const root = workspace()?.root;
    const name = newNotePath(missing.name, target.split("#", 1)[0] ?? "", (await rules()).newNotes);
    return root === undefined || name === missing.name ? missing : { ...missing, name, path: absolutePath(root, name) };
  }
}
