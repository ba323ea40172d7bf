import { readFile, rename } from "node:fs/promises";
import { basename } from "node:path";
import type { z } from "zod";
import { type LatestFile, latestFile } from "./latest-file";
import { told } from "./messages";

/** One JSON file of the app's own. */
export type StoredJson<T> = {
  /** What is stored, or null where there is none yet. A damaged file is set aside, and `notice` says so. */
  load(): Promise<{ value: T | null; notice: string | null }>;
  save(value: T): Promise<void>;
  settled: LatestFile["settled"];
};

/** A JSON file that is checked against `schema` when read; `what` names it in a notice: `The settings`. */
export function storedJson<T>(path: string, schema: z.ZodType<T>, what: () => string): StoredJson<T> {
  const file = latestFile(path);
  return {
    async load() {
      let text: string;
      try {
        text = await readFile(path, "utf8");
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return { value: null, notice: null };
        return {
          value: null,
          notice: told.unreadable(what(), (error as Error).message),
        };
      }
      const checked = schema.safeParse(parsed(text));
      if (checked.success) return { value: checked.data, notice: null };
      const aside = await setAside(path);
      return { value: null, notice: told.damaged(what(), basename(aside)) };
    },
    save: (value) => file.set(`${JSON.stringify(value, null, 2)}\n`),
    settled: file.settled,
  };
}

/** Where a damaged file is moved, which keeps its bytes. */
export const damagedName = (path: string): string =>
  `${path}.damaged-${new Date().toISOString().replace(/[:.]/g, "-")}`;

/** Moves a damaged file out of the way; answers with its new path. */
export async function setAside(path: string): Promise<string> {
  const aside = damagedName(path);
  await rename(path, aside).catch(() => undefined);
  return aside;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
