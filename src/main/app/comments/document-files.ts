import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { serialQueue } from "../../../core/async/serial-queue";
import { fileNameFor, isWithin } from "../../engine/storage";
import { type LatestFile, latestFile } from "../core/latest-file";
import { setAside } from "../core/stored-json";

type Options<Value, Field extends string> = {
  /** The folder, with one file for each document. */
  folder: string;
  /** What the files hold, for the log. */
  what: string;
  /** The field of the value in the file, beside `path`. */
  field: Field;
  schema: z.ZodType<Value>;
  empty: Value;
  isEmpty(value: Value): boolean;
  /** What is kept of a document that is renamed to one that has something already. */
  join(there: Value, moved: Value): Value;
  log(line: string): void;
};

export type DocumentFiles<Value> = {
  keep(realPath: string, value: Value): Promise<void>;
  of(realPath: string): Promise<Value>;
  /** What is kept of a renamed document, or of all documents in a renamed folder, follows it. */
  moved(from: string, to: string): void;
};

/** A small value for each document, in Galley's data, which survives a restart and follows renames. */
export function createDocumentFiles<Value, Field extends string>(options: Options<Value, Field>): DocumentFiles<Value> {
  const { folder, what, field, empty, isEmpty, log } = options;
  const storedSchema = z.strictObject({ path: z.string().max(10_000), [field]: options.schema });
  /** Each file has one writer, so that an older value cannot overtake a newer one. */
  const files = new Map<string, LatestFile>();
  /** What was kept in this run: newer than the file while that is written. */
  const known = new Map<string, Value>();
  /** The renames that are being followed. */
  const enqueueMove = serialQueue();

  const pathFor = (realPath: string): string => join(folder, `${fileNameFor(realPath)}.json`);

  async function keep(realPath: string, value: Value): Promise<void> {
    known.set(realPath, value);
    const path = pathFor(realPath);
    const file = files.get(path) ?? latestFile(path);
    files.set(path, file);
    await file.set(isEmpty(value) ? null : `${JSON.stringify({ path: realPath, [field]: value })}\n`);
  }

  async function stored(path: string): Promise<{ path: string; value: Value } | null> {
    const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw error;
    });
    if (text === null) return null;
    try {
      const read = storedSchema.parse(JSON.parse(text)) as Record<string, unknown>;
      return { path: read["path"] as string, value: read[field] as Value };
    } catch (error) {
      log(`${what} were damaged; they were set aside as ${await setAside(path)}: ${String(error)}`);
      return null;
    }
  }

  const stillOf = async (realPath: string): Promise<Value> =>
    known.get(realPath) ?? (await stored(pathFor(realPath)))?.value ?? empty;

  async function follow(from: string, to: string): Promise<void> {
    const names = await readdir(folder).catch(() => []);
    const paths = new Set(known.keys());
    for (const name of names.filter((each) => each.endsWith(".json"))) {
      const found = await stored(join(folder, name));
      if (found !== null) paths.add(found.path);
    }
    for (const path of paths) {
      if (!isWithin(path, from)) continue;
      const target = to + path.slice(from.length);
      const value = options.join(await stillOf(target), await stillOf(path));
      if (!isEmpty(value)) await keep(target, value);
      await keep(path, empty);
    }
  }

  return {
    keep,
    async of(realPath) {
      await enqueueMove.idle();
      return stillOf(realPath);
    },
    moved(from, to) {
      enqueueMove(() => follow(from, to)).catch((error: unknown) =>
        log(`${what} could not follow a rename: ${String(error)}`),
      );
    },
  };
}
