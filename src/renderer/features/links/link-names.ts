import { FolderNames } from "../../../core/links/folder-names";
import type { NamedHeading } from "../../../core/links/heading-fragments";
import { type Candidate, candidate } from "../../ui/fuzzy";
import type { Shell } from "../../workbench/api/shell";

/** The files of the open folder, prepared for fuzzy search and for link resolution. */
export type LinkTargets = {
  root: string;
  files: readonly Candidate[];
  names: FolderNames;
  /** Other names of notes; empty until they are known. */
  aliases: readonly Alias[];
};

/** Another name of the note at `path`. */
export type Alias = { entry: Candidate; path: string };

export type LinkNames = {
  /** The link targets of the open folder; null if none is open or listing fails. */
  list(): Promise<LinkTargets | null>;
  /** The headings of a file, by its path in the folder; empty if it cannot be read. */
  headings(path: string): Promise<readonly Pick<NamedHeading, "title" | "level">[]>;
};

/** How long a listing is reused, in milliseconds: about the time to type one link. */
const MAX_AGE_MS = 2000;

/** Lists link targets. A previous listing is returned immediately while a new one loads. */
export function createLinkNames({ bridge, workspace }: Pick<Shell, "bridge" | "workspace">): LinkNames {
  let known: { root: string; at: number; list: Promise<LinkTargets | null> } | null = null;
  let shown: LinkTargets | null = null;
  let read: { path: string; at: number; headings: Promise<readonly Pick<NamedHeading, "title" | "level">[]> } | null =
    null;

  const ask = async (root: string): Promise<LinkTargets | null> => {
    const answer = await bridge.request("links:names", undefined);
    if (!answer.ok) return null;
    const files = answer.files.map((path) => candidate(path, "path"));
    const before = shown?.root === root ? shown.aliases : [];
    const listed: LinkTargets = { root, files, names: new FolderNames(answer.files), aliases: before };
    shown = listed;
    // The first time, every note is read for them: the files do not wait.
    void bridge.request("index:aliases", undefined).then((found) => {
      if (!found.ok || shown?.root !== root) return;
      const aliases = found.aliases.map(({ name, path }) => ({ entry: candidate(name, "words"), path }));
      shown = { ...shown, aliases };
    });
    return listed;
  };

  return {
    async list() {
      const root = workspace.$workspace.get()?.root;
      if (root === undefined) return null;
      const now = performance.now();
      if (known?.root !== root || now - known.at > MAX_AGE_MS) known = { root, at: now, list: ask(root) };
      return shown?.root === root ? shown : known.list;
    },
    headings(path) {
      const now = performance.now();
      if (read?.path !== path || now - read.at > MAX_AGE_MS) {
        const headings = bridge.request("links:headings", path).then((answer) => (answer.ok ? answer.headings : []));
        read = { path, at: now, headings };
      }
      return read.headings;
    },
  };
}
