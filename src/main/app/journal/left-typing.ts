import { readdir, readFile, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import type { Typing } from "../../../shared/typing";
import { told } from "../core/messages";
import { setAside } from "../core/stored-json";
import { type Unanswered, unansweredSchema } from "./typing-schemas";

/** Where a journal's folder has what its processes kept: one folder for each process. */
export const pagesFolder = (journal: string): string => join(journal, "pages");

/** Typing that a process of an earlier run kept, since main had not answered. */
export type LeftTyping = Unanswered & {
  /** Its file is removed: it is somewhere else on the disk by now, or is not wanted. */
  taken(): Promise<void>;
};

/**
 * What earlier runs left of the kinds that are `wanted`, the oldest first. `own` are the folders of this run, which are left out. A damaged
 * file is set aside, and said in a sentence.
 */
export async function leftTyping(
  journal: string,
  wanted: readonly Typing["name"][],
  own: ReadonlySet<string>,
): Promise<{ left: LeftTyping[]; notices: string[] }> {
  const left: LeftTyping[] = [];
  const notices: string[] = [];
  for (const run of await readdir(pagesFolder(journal)).catch(() => [])) {
    const folder = join(pagesFolder(journal), run);
    if (own.has(folder)) continue;
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name);
      if (name.startsWith(".") && name.endsWith(".tmp")) await rm(path, { force: true }).catch(() => undefined);
      if (name.startsWith(".") || !name.endsWith(".json")) continue;
      const found = await readUnanswered(path);
      if (found === null) notices.push(told.journalDamaged(await setAside(path)));
      else if (wanted.includes(found.typing.name)) left.push({ ...found, taken: () => rm(path, { force: true }) });
    }
    // Only where nothing is left in it.
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
