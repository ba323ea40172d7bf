import { FolderNames } from "../../../core/links/folder-names";
import type { NamedHeading } from "../../../core/links/heading-fragments";
import { type Candidate, candidate } from "../../ui/fuzzy";
import type { Shell } from "../../workbench/shell";

/** The files of the open folder, ready to be searched, and as links call them. */
export type Listed = { root: string; files: readonly Candidate[]; names: FolderNames };

export type LinkNames = {
  /** What can be linked to in the open folder; null where none is open, or it cannot be listed. */
  list(): Promise<Listed | null>;
  /** The headings of a file, by its path in the folder; none where it cannot be read. */
  headings(path: string): Promise<readonly Pick<NamedHeading, "title" | "level">[]>;
};

/** How long a list is good for, in milliseconds: as long as somebody types one link. */
const FRESH = 2000;

/** A list that has been shown is shown at once when it is asked for again, and read anew behind it. */
export function createLinkNames({ bridge, workspace }: Pick<Shell, "bridge" | "workspace">): LinkNames {
  let known: { root: string; at: number; list: Promise<Listed | null> } | null = null;
  let shown: Listed | null = null;
  let read: { path: string; at: number; headings: Promise<readonly Pick<NamedHeading, "title" | "level">[]> } | null =
    null;

  const ask = async (root: string): Promise<Listed | null> => {
    const answer = await bridge.request("links:names", undefined);
    if (!answer.ok) return null;
    const files = answer.files.map((path) => candidate(path, "path"));
    shown = { root, files, names: new FolderNames(answer.files) };
    return shown;
  };

  return {
    async list() {
      const root = workspace.$workspace.get()?.root;
      if (root === undefined) return null;
      const now = performance.now();
      if (known?.root !== root || now - known.at > FRESH) known = { root, at: now, list: ask(root) };
      return shown?.root === root ? shown : known.list;
    },
    headings(path) {
      const now = performance.now();
      if (read?.path !== path || now - read.at > FRESH) {
        const headings = bridge.request("links:headings", path).then((answer) => (answer.ok ? answer.headings : []));
        read = { path, at: now, headings };
      }
      return read.headings;
    },
  };
}
