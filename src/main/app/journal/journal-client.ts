import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { Typing } from "../../../shared/typing";
import type { AppProcess, Desktop, WindowFace } from "../core/desktop";
import type { WorkingCopy } from "../documents/open-document";
import type { JournalToMain, MainToJournal } from "./journal-process";
import { pagesFolder } from "./left-typing";
import { type KnownDocument, typingSchema } from "./typing-schemas";

/** A process that does not answer main for so long is replaced: milliseconds, and how often they pass while main is at work. */
const ANSWER = { ms: 100, times: 15 };
/** So often a process that ended is started again, and so long after it ended. */
const RESTARTS = { most: 5, withinMs: 60_000, afterMs: 250 };
/** What an ended process kept is removed after this: pages told main the same, and tell the next process what is unanswered. */
const LEFT_MS = 5000;

const messageSchema: z.ZodType<JournalToMain> = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("serving") }),
  z.strictObject({ kind: z.literal("answer"), question: z.number(), left: z.array(typingSchema) }),
  z.strictObject({ kind: z.literal("failed"), why: z.string() }),
]);

/** The messages that are answered, as a caller has them. */
type Question = MainToJournal extends infer M ? (M extends { question: number } ? Omit<M, "question"> : never) : never;

/** What main has to do with the process that keeps what pages typed while main is busy. Without a process nothing happens. */
export type JournalClient = {
  /** The folders of this run: what is in them is not left from an earlier one. */
  readonly own: ReadonlySet<string>;
  /** The page of `window` has painted: it gets a channel, from the process that is started soon after the first of them. */
  connect(window: WindowFace): void;
  /** Documents were opened, closed, moved or renamed. */
  documentsChanged(): void;
  /** Main has, or gave up, what was typed in a document up to `seq`; all of it where that is null. */
  clear(doc: string, seq: number | null): Promise<void>;
  /** The page of `window` is gone. Answers with what it typed and main did not answer; kept until it is `forget`-ten. */
  left(window: WindowFace): Promise<Typing[]>;
  forget(window: WindowFace): Promise<void>;
  /** Ends the process, once it has done what it was asked for. What is unanswered by then comes back at the next start. */
  close(): Promise<void>;
};

type Options = {
  /** The folder of the journal. */
  folder: string;
  start: Desktop["startProcess"];
  /** So long after the first paint: a process that starts takes time from what the user waits for then. */
  delayMs: number;
  documents(): readonly WorkingCopy[];
  /** The process could not write, in words. */
  failed(why: string): void;
  log(line: string, level: "info" | "warning"): void;
};

/** No process until a page has painted. */
export function createJournalClient({ folder, start, delayMs, documents, failed, log }: Options): JournalClient {
  const own = new Set<string>();
  /** The pages that have painted, with what the process was told last of their documents. */
  const pages = new Map<WindowFace, { page: string; told: string }>();
  const questions = new Map<number, (left: Typing[]) => void>();
  const asked = new Set<Promise<unknown>>();
  let running: AppProcess | null = null;
  /** Until then a question waits for no answer: a process that starts has kept nothing, and takes messages in their order. */
  let isServing = false;
  let starts: number[] = [];
  let count = 0;
  let isClosed = false;
  let isDue = false;

  function startNow(): void {
    if (running || isClosed) return;
    const now = performance.now();
    starts = [...starts.filter((at) => now - at < RESTARTS.withinMs), now];
    if (starts.length > RESTARTS.most) {
      log("the process of the journal ended too often: it is not started again", "warning");
      return;
    }
    const runFolder = join(pagesFolder(folder), randomUUID());
    const entry = fileURLToPath(new URL("./journal-process.ts", import.meta.url));
    own.add(runFolder);
    isServing = false;
    running = start(entry, [runFolder], { message: handle, ended: () => ended(runFolder) });
    for (const window of pages.keys()) open(window);
  }

  function ended(runFolder: string): void {
    running = null;
    for (const answered of questions.values()) answered([]);
    questions.clear();
    if (isClosed) return;
    log("the process of the journal ended", "warning");
    setTimeout(startNow, RESTARTS.afterMs).unref();
    setTimeout(() => void rm(runFolder, { recursive: true, force: true }).catch(() => undefined), LEFT_MS).unref();
  }

  function handle(message: unknown): void {
    const checked = messageSchema.safeParse(message);
    if (!checked.success) log(`the process of the journal said something else: ${checked.error.message}`, "warning");
    else if (checked.data.kind === "failed") failed(checked.data.why);
    else if (checked.data.kind === "serving") {
      isServing = true;
      log("the process of the journal serves a page", "info");
    } else questions.get(checked.data.question)?.(checked.data.left);
  }

  /** A channel between the page of a window and the process, under a name that no page had before. */
  function open(window: WindowFace): void {
    const page = randomUUID();
    pages.set(window, { page, told: "" });
    running?.connect(window.desktop, { kind: "page", page, window: window.id } satisfies MainToJournal);
    tellDocuments(window);
  }

  function tellDocuments(window: WindowFace): void {
    const known = pages.get(window);
    if (!known) return;
    const copies = documents().filter((copy) => copy.window === window);
    const told = JSON.stringify(copies.map(({ doc, place, name, at }) => [doc, place?.path ?? at.version, name]));
    if (told === known.told) return;
    known.told = told;
    running?.send({ kind: "documents", page: known.page, documents: copies.map(asKnown) } satisfies MainToJournal);
  }

  function ask(what: Question): Promise<Typing[]> {
    const answer = askNow(what);
    asked.add(answer);
    void answer.then(() => asked.delete(answer));
    return answer;
  }

  function askNow(what: Question): Promise<Typing[]> {
    const asking = running;
    if (!asking) return Promise.resolve([]);
    const question = ++count;
    asking.send({ ...what, question });
    if (!isServing) return Promise.resolve([]);
    return new Promise((resolve) => {
      let ticks = 0;
      // Not one long timer: where main was busy, the answer may wait behind that, and the process is not to blame.
      const ticking = setInterval(() => {
        if (++ticks < ANSWER.times) return;
        clearInterval(ticking);
        log("the process of the journal does not answer", "warning");
        asking.kill();
      }, ANSWER.ms);
      questions.set(question, (left) => {
        clearInterval(ticking);
        questions.delete(question);
        resolve(left);
      });
    });
  }

  return {
    own,
    connect(window) {
      if (pages.has(window)) return;
      pages.set(window, { page: "", told: "" });
      if (running) open(window);
      else setTimeout(startNow, delayMs).unref();
    },
    documentsChanged() {
      if (isDue) return;
      isDue = true;
      queueMicrotask(() => {
        isDue = false;
        for (const window of pages.keys()) tellDocuments(window);
      });
    },
    clear: async (doc, seq) => void (await ask({ kind: "clear", doc, seq })),
    async left(window) {
      const known = pages.get(window);
      return known ? ask({ kind: "end", page: known.page }) : [];
    },
    async forget(window) {
      const known = pages.get(window);
      pages.delete(window);
      if (known) await ask({ kind: "forget", page: known.page });
    },
    async close() {
      isClosed = true;
      await Promise.all(asked);
      running?.kill();
    },
  };
}

const asKnown = ({ doc, place, name, at }: WorkingCopy): KnownDocument => ({
  ...{ doc, path: place?.path ?? null, name, encoding: at.encoding, lineEnding: at.lineEnding },
  base: place === null ? { version: at.version, text: at.text } : null,
});
