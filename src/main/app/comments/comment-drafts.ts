import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { CommentDraft } from "../../../shared/comments";
import type { Typing } from "../../../shared/typing";
import { isInside } from "../core/grants";
import { type LatestFile, latestFile } from "../core/latest-file";
import { setAside } from "../core/stored-json";
import { commentDraftsSchema } from "./requests";

const storedSchema = z.strictObject({ path: z.string().max(10_000), drafts: commentDraftsSchema });

type Deps = {
  /** The folder of the drafts, with one file for each document. */
  folder: string;
  /** What earlier runs received while main was busy, oldest first. */
  leftovers(): Promise<readonly LeftoverDrafts[]>;
  log(line: string): void;
};

type LeftoverDrafts = { typing: Typing; document: { path: string | null } | null; remove(): Promise<void> };

export type CommentDrafts = ReturnType<typeof createCommentDrafts>;

/** What the user began to write in comments, by document, so that it survives a closed side bar, a restart and a crash. */
export function createCommentDrafts({ folder, leftovers, log }: Deps) {
  /** Each file has one writer, so that an older text cannot overtake a newer one. */
  const files = new Map<string, LatestFile>();
  /** What was kept in this run: newer than the file while that is written. */
  const known = new Map<string, CommentDraft[]>();
  let taken: Promise<void> | null = null;
  /** The renames that the drafts are following. */
  let moving: Promise<void> = Promise.resolve();

  const pathFor = (realPath: string): string =>
    join(folder, `${createHash("sha256").update(realPath).digest("hex").slice(0, 32)}.json`);

  function fileFor(realPath: string): LatestFile {
    const path = pathFor(realPath);
    const file = files.get(path) ?? latestFile(path);
    files.set(path, file);
    return file;
  }

  async function keep(realPath: string, drafts: CommentDraft[]): Promise<void> {
    known.set(realPath, drafts);
    await fileFor(realPath).set(drafts.length === 0 ? null : `${JSON.stringify({ path: realPath, drafts })}\n`);
  }

  async function stored(path: string): Promise<z.infer<typeof storedSchema> | null> {
    const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw error;
    });
    if (text === null) return null;
    try {
      return storedSchema.parse(JSON.parse(text));
    } catch (error) {
      log(`drafts of comments were damaged; they were set aside as ${await setAside(path)}: ${String(error)}`);
      return null;
    }
  }

  /** Takes what the journal process received while main was busy in an earlier run: nothing is newer. */
  async function takeLeftovers(): Promise<void> {
    for (const { typing, document, remove } of await leftovers()) {
      if (typing.name !== "comments:keep-drafts") continue;
      if (document?.path != null) await keep(document.path, typing.argument.drafts);
      await remove();
    }
  }

  async function of(realPath: string): Promise<CommentDraft[]> {
    taken ??= takeLeftovers().catch((error: unknown) => log(`drafts of comments could not be taken: ${String(error)}`));
    await taken;
    await moving;
    return stillOf(realPath);
  }

  async function stillOf(realPath: string): Promise<CommentDraft[]> {
    return known.get(realPath) ?? (await stored(pathFor(realPath)))?.drafts ?? [];
  }

  async function follow(from: string, to: string): Promise<void> {
    const names = await readdir(folder).catch(() => []);
    const paths = new Set(known.keys());
    for (const name of names.filter((each) => each.endsWith(".json"))) {
      const found = await stored(join(folder, name));
      if (found !== null) paths.add(found.path);
    }
    for (const path of paths) {
      if (!isInside(from, path)) continue;
      const target = to + path.slice(from.length);
      const drafts = [...(await stillOf(target)), ...(await stillOf(path))];
      if (drafts.length > 0) await keep(target, drafts);
      await keep(path, []);
    }
  }

  return {
    keep,
    of,
    /** The drafts of a renamed document, or of all documents in a renamed folder, follow it. */
    moved(from: string, to: string): void {
      moving = moving
        .then(() => follow(from, to))
        .catch((error: unknown) => log(`drafts of comments could not follow a rename: ${String(error)}`));
    },
  };
}
