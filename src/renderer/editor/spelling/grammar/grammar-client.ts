import { serialQueue } from "../../../../core/async/serial-queue";
import type { EnglishDialect, GrammarLint, GrammarWorker } from "./grammar-protocol";

const LIMITS = {
  /** Paragraphs whose lints are kept. */
  known: 3000,
  /** The longest paragraph that is checked, and how many characters are checked in one request. */
  paragraph: 10_000,
  request: 40_000,
  /** Milliseconds. The first request loads and compiles 16 MB. */
  first: 120_000,
  next: 20_000,
};

/** What checks the paragraphs of a document. */
export type GrammarCheck = {
  /** What is known of a paragraph; null if it has not been checked. */
  lintsOf(paragraph: string): readonly GrammarLint[] | null;
  /** Checks the paragraphs that are not known, one request at a time. Resolves to whether something new is known. */
  check(paragraphs: readonly string[]): Promise<boolean>;
};

const keyOf = (dialect: EnglishDialect, paragraph: string): string => `${dialect} ${paragraph}`;

/** Checks paragraphs for all documents of the window, in a worker that is started with the first of them. */
export class GrammarClient {
  readonly #start: () => GrammarWorker;
  readonly #known = new Map<string, readonly GrammarLint[]>();
  #worker: GrammarWorker | null = null;
  readonly #enqueue = serialQueue();
  #last = 0;
  #isReady = false;
  /** After a failure, the checker stays off until the window is reloaded: a text that stopped it would stop it again. */
  #hasFailed = false;

  constructor(start: () => GrammarWorker) {
    this.#start = start;
  }

  /** The check of documents in one dialect. */
  inDialect(dialect: EnglishDialect): GrammarCheck {
    return {
      lintsOf: (paragraph) => this.#known.get(keyOf(dialect, paragraph)) ?? null,
      check: (paragraphs) => this.#enqueue(() => this.#check(dialect, paragraphs)),
    };
  }

  async #check(dialect: EnglishDialect, paragraphs: readonly string[]): Promise<boolean> {
    const wanted: string[] = [];
    let length = 0;
    for (const paragraph of new Set(paragraphs)) {
      if (paragraph.length > LIMITS.paragraph || this.#known.has(keyOf(dialect, paragraph))) continue;
      length += paragraph.length;
      if (length > LIMITS.request) break;
      wanted.push(paragraph);
    }
    if (wanted.length === 0 || this.#hasFailed) return false;
    const lints = await this.#ask(dialect, wanted);
    if (lints === null) return false;
    if (this.#known.size > LIMITS.known) this.#known.clear();
    for (const [index, paragraph] of wanted.entries()) this.#known.set(keyOf(dialect, paragraph), lints[index] ?? []);
    return true;
  }

  #ask(dialect: EnglishDialect, paragraphs: string[]): Promise<GrammarLint[][] | null> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const id = ++this.#last;
    return new Promise((resolve) => {
      const fail = () => {
        clearTimeout(timer);
        this.#hasFailed = true;
        worker.terminate();
        this.#worker = null;
        resolve(null);
      };
      const timer = setTimeout(fail, this.#isReady ? LIMITS.next : LIMITS.first);
      worker.onerror = fail;
      worker.onmessage = ({ data }) => {
        if (data.id !== id) return;
        if ("why" in data) return fail();
        clearTimeout(timer);
        this.#isReady = true;
        resolve(data.lints);
      };
      worker.postMessage({ id, dialect, paragraphs });
    });
  }
}
