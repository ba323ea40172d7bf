import { readdir, readFile, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import type { Typing } from "../../../shared/typing";
import { t } from "../core/messages";
import { setAside } from "../core/stored-json";
import { type Unanswered, unansweredSchema } from "./typing-schemas";

/** The folder of the journal processes inside the journal's folder, with one subfolder per process. */
export const pagesFolder = (journal: string): string => join(journal, "pages");

/** Edits that a journal process of an earlier run kept, because main had not acknowledged them. */
export type LeftoverTyping = Unanswered & {
  /** Removes the file: the edits are now stored elsewhere, or are obsolete. */
  remove(): Promise<void>;
};

/**
 * Reads the leftovers of earlier runs of the `wanted` kinds, oldest first. `own` are the folders of this run. A damaged
 * file is renamed and reported in `notices`.
 */
export async function readLeftoverTyping(
  journal: string,
  wanted: readonly Typing["name"][],
  own: ReadonlySet<string>,
): Promise<{ left: LeftoverTyping[]; notices: string[] }> {
  const left: LeftoverTyping[] = [];
  const notices: string[] = [];
  for (const run of await readdir(pagesFolder(journal)).catch(() => [])) {
    const folder = join(pagesFolder(journal), run);
    if (own.has(folder)) continue;
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name);
      if (name.startsWith(".") && name.endsWith(".tmp")) await rm(path, { force: true }).catch(() => undefined);
      if (name.startsWith(".") || !name.endsWith(".json")) continue;
      const found = await readUnanswered(path);
      if (found === null) notices.push(t.journalDamaged(await setAside(path)));
      else if (wanted.includes(found.typing.name)) left.push({ ...found, remove: () => rm(path, { force: true }) });
    }
    // Fails if the folder is not empty, which is intended.
    await rmdir(folder).catch(() => undefined);
  }
  return { left: left.sort((a, b) => (a.at < b.at ? -1 : 1)), notices };
}

async function readUnanswered(path: string): Promise<Unanswered | null> {
  try {
    const checked = unansweredSchema.safeParse(JSON.parse(await readFile(path, "utf8")));
    return checked.success ? checked.data : null;
  } catch {
    return null;
  }
}
