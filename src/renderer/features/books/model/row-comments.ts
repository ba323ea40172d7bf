import { atom, type ReadableAtom } from "nanostores";
import type { BookPath, BookThread, BookThreadChange } from "../../../../shared/book";
import type { Outcome } from "../../../../shared/contract";
import type { Shell } from "../../../workbench/api/shell";
import { bookMessages } from "../messages";
import { throttledTask } from "./throttled-task";

/** Comments change with every save of a chapter: after a request the next one waits this many times as long as it took, up to some milliseconds. */
const PAUSE = { times: 10, maxMs: 1500 };
/** How long a notice offers to take a deletion back, in milliseconds. */
const UNDO_MS = 30_000;

type Deps = Pick<Shell, "bridge" | "notices"> & {
  book: BookPath;
  $chapter: ReadableAtom<string | null>;
  isOk<T extends object>(answer: Outcome<T>): answer is { ok: true } & T;
};

/** The comments on the paragraphs of the chapter that is shown. */
export function createRowComments({ bridge, notices, book, $chapter, isOk }: Deps) {
  const $threads = atom<readonly BookThread[]>([]);
  /** The paragraphs that agents may not change. */
  const $locked = atom<ReadonlySet<string>>(new Set());
  /** What the user is writing, by paragraph (a new comment) or thread (an answer). */
  const $unsent = atom<Readonly<Record<string, string>>>({});
  /** Grows when the field for a new comment should take the focus. */
  const $focus = atom(0);
  const load = throttledTask(async () => {
    const chapter = $chapter.get();
    if (chapter === null) return;
    const answer = await bridge.request("book:comments", { book, chapter });
    // A chapter that cannot be read is reported by its rows.
    if ($chapter.get() !== chapter) return;
    $threads.set(answer.ok ? answer.threads : []);
    $locked.set(new Set(answer.ok ? answer.locked : []));
  }, PAUSE);
  const stops = [
    $chapter.subscribe(() => {
      $threads.set([]);
      $locked.set(new Set());
      void load.run();
    }),
    bridge.listen("book:comments-changed", () => void load.run()),
    bridge.listen("book:changed", (changed) => {
      if (changed.book === book && (changed.chapters === null || changed.rows === null)) void load.run();
    }),
  ];

  async function change(thread: string, what: BookThreadChange): Promise<boolean> {
    const chapter = $chapter.get();
    if (chapter === null) return false;
    const isDone = isOk(await bridge.request("book:change-comment", { book, chapter, thread, change: what }));
    await load.run();
    return isDone;
  }

  const write = (key: string, text: string): void => $unsent.set({ ...$unsent.get(), [key]: text });

  /** Sends what was written under a key; it stays if that fails, or if more was typed meanwhile. */
  async function send(key: string, how: (text: string) => Promise<boolean>): Promise<boolean> {
    const written = $unsent.get()[key] ?? "";
    if (written.trim() === "" || !(await how(written.trim()))) return false;
    if ($unsent.get()[key] === written) write(key, "");
    return true;
  }

  return {
    $threads,
    $locked,
    $unsent,
    $focus,
    write,
    add: (paragraph: string): Promise<boolean> =>
      send(paragraph, async (text) => {
        const isDone = isOk(await bridge.request("book:comment", { book, paragraph, text }));
        await load.run();
        return isDone;
      }),
    reply: (thread: string): Promise<boolean> => send(thread, (text) => change(thread, { kind: "reply", text })),
    setStatus: (thread: string, status: "open" | "resolved"): Promise<boolean> =>
      change(thread, { kind: "status", status }),
    /** Protects a paragraph from agents, or ends its protection. */
    async protect(paragraph: string): Promise<void> {
      if (!isOk(await bridge.request("book:protect", { book, paragraph }))) return;
      await load.run();
      notices.info($locked.get().has(paragraph) ? bookMessages.comments.locked : bookMessages.comments.unlocked);
    },
    async remove(thread: string): Promise<void> {
      if (!(await change(thread, { kind: "delete" }))) return;
      notices.info(bookMessages.comments.deleted, {
        action: { label: bookMessages.comments.undo, run: () => void change(thread, { kind: "restore" }) },
        stay: UNDO_MS,
      });
    },
    closeComments(): void {
      for (const stop of stops) stop();
    },
  };
}
