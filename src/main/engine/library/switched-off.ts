import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { isWithin } from "../storage/files/guarded";
import { limits } from "./entries/document-limits";

/** The file in the data folder that stores which documents the user has switched off, by folder. */
export const switchesFile = "library-switches.json";

/** The folded keys of the documents that are switched off, by folder; the empty name stands for no open folder. */
export const switchesSchema = z.array(
  z.strictObject({ folder: z.string().max(4096), off: z.array(z.string().max(limits.documentKey * 2)).max(10_000) }),
);

/** The folded keys of the documents that are off in a folder: as switched there, or else in the nearest folder around it. None if the file cannot be read. */
export async function documentsOffIn(dataDir: string, folder: string): Promise<ReadonlySet<string>> {
  const text = await readFile(join(dataDir, switchesFile), "utf8").catch(() => "[]");
  const checked = switchesSchema.safeParse(parsed(text));
  const around = (checked.data ?? []).filter((each) => each.folder !== "" && isWithin(folder, each.folder));
  const nearest = around.reduce<(typeof around)[number] | null>(
    (best, each) => (best === null || each.folder.length > best.folder.length ? each : best),
    null,
  );
  return new Set(nearest?.off);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return [];
  }
}
