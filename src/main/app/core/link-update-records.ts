import { createHash, randomBytes } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { latestFile } from "./latest-file";
import { absolutePath } from "./session";
import { setAside } from "./stored-json";

const folderPath = z.string().max(4096);

const heading = z.object({
  title: z.string(),
  level: z.number().int(),
  from: z.number().int(),
  lineStart: z.number().int(),
});

const recordSchema = z.object({
  root: absolutePath,
  what: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("move"), from: folderPath, to: folderPath }),
    /** All headings of the document at `path`, before and after. */
    z.object({
      kind: z.literal("heading"),
      path: folderPath,
      title: z.string(),
      before: z.array(heading),
      after: z.array(heading),
    }),
  ]),
  /**
   * Files with links to update, by their paths after the rename: the links as written before (null: every link that the
   * rename broke) and the digest of the wanted text (null: unknown).
   */
  files: z.array(z.object({ path: folderPath, links: z.array(z.string()).nullable(), wanted: z.string().nullable() })),
});

/** A rename and its pending link updates. Paths are relative to `root`. */
export type LinkUpdateRecord = z.infer<typeof recordSchema>;

/** Records of renames, stored from before the rename until all links are updated, so that a crash cannot lose them. */
export type LinkUpdateRecords = {
  /** Returns the record's id once it is safe on disk. */
  begin(record: LinkUpdateRecord): Promise<string>;
  done(id: string): Promise<void>;
  /** Records of this folder that an earlier run left behind, without those in progress now. */
  unfinished(root: string): Promise<{ id: string; record: LinkUpdateRecord }[]>;
};

/** Records in `folder`, which is created when needed; one small file per rename. */
export function createLinkUpdateRecords(folder: string): LinkUpdateRecords {
  const underWay = new Set<string>();
  const isName = (name: string) => /^[0-9a-f]{16}\.json$/.test(name);

  async function read(path: string): Promise<LinkUpdateRecord | null> {
    try {
      return recordSchema.parse(JSON.parse(await readFile(path, "utf8")));
    } catch (error) {
      // An incomplete record is ignored: the rename had not started.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") await setAside(path);
      return null;
    }
  }

  return {
    async begin(record) {
      const id = randomBytes(8).toString("hex");
      underWay.add(id);
      try {
        await latestFile(join(folder, `${id}.json`)).set(JSON.stringify(record));
      } catch (error) {
        underWay.delete(id);
        throw error;
      }
      return id;
    },
    async done(id) {
      if (!isName(`${id}.json`)) return;
      await rm(join(folder, `${id}.json`), { force: true });
      underWay.delete(id);
    },
    async unfinished(root) {
      const names = await readdir(folder).catch(() => [] as string[]);
      const left: { id: string; record: LinkUpdateRecord }[] = [];
      for (const name of names.filter(isName).sort()) {
        const id = name.slice(0, -".json".length);
        const record = underWay.has(id) ? null : await read(join(folder, name));
        if (record?.root === root) left.push({ id, record });
      }
      return left;
    },
  };
}

/** A digest of a text. Not a version, which is the hash of the file's bytes. */
export const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");
