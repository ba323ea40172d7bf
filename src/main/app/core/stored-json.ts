import { readFile, rename } from "node:fs/promises";
import { basename } from "node:path";
import type { z } from "zod";
import { type LatestFile, latestFile } from "./latest-file";
import { t } from "./messages";

/** A JSON file in the data folder. */
export type StoredJson<T> = {
  /** The stored value; null if there is none. A damaged file is renamed and reported in `notice`. */
  load(): Promise<{ value: T | null; notice: string | null }>;
  save(value: T): Promise<void>;
  idle: LatestFile["idle"];
};

/** A JSON file that is validated with `schema` when read. `what` names it in notices, for instance `The settings`. */
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
          notice: t.unreadable(what(), (error as Error).message),
        };
      }
      const checked = schema.safeParse(parsed(text));
      if (checked.success) return { value: checked.data, notice: null };
      const aside = await setAside(path);
      return { value: null, notice: t.damaged(what(), basename(aside)) };
    },
    save: (value) => file.set(`${JSON.stringify(value, null, 2)}\n`),
    idle: file.idle,
  };
}

/** The name that a damaged file is renamed to, which keeps its bytes. */
export const damagedName = (path: string): string =>
  `${path}.damaged-${new Date().toISOString().replace(/[:.]/g, "-")}`;

/** Renames a damaged file; returns its new path. */
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
