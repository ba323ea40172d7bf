import { foldName } from "../../../core/links/fold-name";
import type { LinkDestination, LinkQuery, Workspace } from "../../../shared/contract";
import { absolutePath } from "../core/folder-paths";
import { newNotePath, type ReadRules } from "../core/folder-rules";
import type { WindowContext } from "../documents";
import type { NoteIndex } from "../note-index";
import { resolveLinkDestination } from "./link-targets";

type NamedNotesDeps = {
  workspace(): Workspace | null;
  index: Pick<NoteIndex, "aliases">;
  rules(): Promise<ReadRules>;
};

/** Resolves links by the aliases of notes too, and where a missing note would be created. */
export function createNamedNotes(ctx: WindowContext, { workspace, index, rules }: NamedNotesDeps) {
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
      const found = await resolveLinkDestination(ctx, workspace(), link);
      if (found.status !== "missing" || link.kind !== "wiki") return found;
      const target = await byAlias(link.target);
      if (target !== null) {
        const named = await resolveLinkDestination(ctx, workspace(), { ...link, target });
        if (named.status === "file") return named;
      }
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
