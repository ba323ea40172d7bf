import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { Typing } from "../../../shared/typing";
import type { AppProcess, Desktop, WindowHandle } from "../core/desktop";
import type { OpenDocument } from "../documents";
import type { JournalToMain, MainToJournal } from "./journal-process";
import { pagesFolder } from "./leftover-typing";
import { type KnownDocument, typingSchema } from "./typing-schemas";

/**
 * A process that does not reply for this long is replaced: an interval, and how many of them must pass while main is
 * running.
 */
const ANSWER = { ms: 100, times: 15 };
/** How often an ended process is restarted within a period, and the delay before each restart. */
const RESTARTS = { most: 5, withinMs: 60_000, afterMs: 250 };
/**
 * Files of an ended process are removed after this delay: by then renderers have sent unacknowledged edits to main or
 * to the next process.
 */
const LEFT_MS = 5000;

const messageSchema: z.ZodType<JournalToMain> = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("serving") }),
  z.strictObject({ kind: z.literal("answer"), question: z.number(), left: z.array(typingSchema) }),
  z.strictObject({ kind: z.literal("failed"), why: z.string() }),
]);

/** The messages that get a reply. */
type Question = MainToJournal extends infer M ? (M extends { question: number } ? Omit<M, "question"> : never) : never;

/** Main's connection to the process that keeps edits while main is busy. Without a process all calls do nothing. */
export type JournalClient = {
  /** Folders of this run's processes; their files are not leftovers of an earlier run. */
  readonly own: ReadonlySet<string>;
  /** The renderer has painted: opens its channel to the process, which is started soon after the first one. */
  connect(window: WindowHandle): void;
  /** Documents were opened, closed, moved or renamed. */
  documentsChanged(): void;
  /** Discards edits of a document up to `seq`, because main has them or they are obsolete; all of them if it is null. */
  clear(doc: string, seq: number | null): Promise<void>;
  /** The renderer is gone. Returns its unacknowledged edits, which are kept until `forget`. */
  unanswered(window: WindowHandle): Promise<Typing[]>;
  forget(window: WindowHandle): Promise<void>;
  /** Ends the process after its pending messages. Unacknowledged edits are recovered at the next start. */
  close(): Promise<void>;
};

type Options = {
  /** The folder of the journal. */
  folder: string;
  start: Desktop["startProcess"];
  /** Delay after the first paint, because starting a process would slow down what the user waits for. */
  delayMs: number;
  documents(): readonly OpenDocument[];
  /** The process could not write. */
  failed(why: string): void;
  log(line: string, level: "info" | "warning"): void;
};

/** The process is started after the first paint. */
export function createJournalClient({ folder, start, delayMs, documents, failed, log }: Options): JournalClient {
  const own = new Set<string>();
  /** Renderers that have painted, with the list of documents last sent for them. */
  const pages = new Map<WindowHandle, { page: string; sent: string }>();
  const questions = new Map<number, (left: Typing[]) => void>();
  const asked = new Set<Promise<unknown>>();
  let running: AppProcess | null = null;
  /**
   * Until the process serves, questions are answered with nothing: it has stored nothing yet, and messages arrive in
   * order.
   */
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
      log("the journal process ended too often and is not started again", "warning");
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
    log("the journal process ended", "warning");
    setTimeout(startNow, RESTARTS.afterMs).unref();
    setTimeout(() => void rm(runFolder, { recursive: true, force: true }).catch(() => undefined), LEFT_MS).unref();
  }

  function handle(message: unknown): void {
    const checked = messageSchema.safeParse(message);
    if (!checked.success) log(`the journal process sent an unexpected message: ${checked.error.message}`, "warning");
    else if (checked.data.kind === "failed") failed(checked.data.why);
    else if (checked.data.kind === "serving") {
      isServing = true;
      log("the journal process serves a renderer", "info");
    } else questions.get(checked.data.question)?.(checked.data.left);
  }

  /** Opens a channel between a renderer and the process, under a new id. */
  function open(window: WindowHandle): void {
    const page = randomUUID();
    pages.set(window, { page, sent: "" });
    running?.connect(window.desktop, { kind: "page", page, window: window.id } satisfies MainToJournal);
    sendDocuments(window);
  }

  function sendDocuments(window: WindowHandle): void {
    const known = pages.get(window);
    if (!known) return;
    const inWindow = documents().filter((document) => document.window === window);
    const sent = JSON.stringify(
      inWindow.map(({ doc, location, name, at }) => [doc, location?.path ?? at.version, name]),
    );
    if (sent === known.sent) return;
    known.sent = sent;
    running?.send({ kind: "documents", page: known.page, documents: inWindow.map(asKnown) } satisfies MainToJournal);
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
      // Several short timers: if main was busy, the reply may be queued behind one long timer, although the process is
      // fine.
      const ticking = setInterval(() => {
        if (++ticks < ANSWER.times) return;
        clearInterval(ticking);
        log("the journal process does not answer", "warning");
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
      pages.set(window, { page: "", sent: "" });
      if (running) open(window);
      else setTimeout(startNow, delayMs).unref();
    },
    documentsChanged() {
      if (isDue) return;
      isDue = true;
      queueMicrotask(() => {
        isDue = false;
        for (const window of pages.keys()) sendDocuments(window);
      });
    },
    clear: async (doc, seq) => void (await ask({ kind: "clear", doc, seq })),
    async unanswered(window) {
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

const asKnown = ({ doc, location, name, at }: OpenDocument): KnownDocument => ({
  doc,
  path: location?.path ?? null,
  name,
  encoding: at.encoding,
  lineEnding: at.lineEnding,
  base: location === null ? { version: at.version, text: at.text } : null,
});
