import { z } from "zod";
import type { PlacedThread } from "../../engine/ports/comments";
import { createDocumentFiles } from "./document-files";

/** By thread, the time of the newest message that the user has seen. */
type ReadTimes = Record<string, string>;

export type ReadThreads = ReturnType<typeof createReadThreads>;

/** Which messages of others the user has seen, by document. It is stored in Galley's data, never beside the document. */
export function createReadThreads({ folder, log }: { folder: string; log(line: string): void }) {
  const { keep, of, moved } = createDocumentFiles<ReadTimes, "read">({
    folder,
    what: "the read marks of comments",
    field: "read",
    schema: z.record(z.string().max(100), z.string().max(40)),
    empty: {},
    isEmpty: (read) => Object.keys(read).length === 0,
    join: (there, moved) => ({ ...there, ...moved }),
    log,
  });

  return {
    of,
    moved,
    /** The user has seen these threads up to their newest message. Forgets those that are no longer there. */
    async read(realPath: string, threads: readonly PlacedThread[], seen: ReadonlySet<string>): Promise<void> {
      const before = await of(realPath);
      const next: ReadTimes = {};
      for (const { thread, messages } of threads) {
        const at = seen.has(thread) ? messages.at(-1)?.at : before[thread];
        if (at !== undefined) next[thread] = at;
      }
      await keep(realPath, next);
    },
  };
}

/** Whether somebody else wrote in a thread since the user has seen it. */
export function isUnread(
  { thread, messages }: Pick<PlacedThread, "thread" | "messages">,
  read: ReadTimes,
  isMine: (message: PlacedThread["messages"][number]) => boolean,
): boolean {
  const seen = read[thread] ?? "";
  return messages.some((message) => message.at > seen && !isMine(message));
}
