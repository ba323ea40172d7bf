import type { Bridge } from "../../../shared/contract";
import type { Answer, Question, WorkerLike } from "./worker-protocol";

/** The number of cached words. */
const MOST_KNOWN = 50_000;

type RequestBody = Question extends infer Q ? (Q extends Question ? Omit<Q, "id"> : never) : never;

/** Checks words in some languages for all documents of the window, in a worker that is started with the first of them. */
export class SpellingClient {
  readonly #bridge: Pick<Bridge, "request" | "listen">;
  readonly #start: () => WorkerLike;
  readonly #onAdded: (word: string) => void;
  readonly #waiting = new Map<number, (words: string[]) => void>();
  readonly #known = new Map<string, boolean>();
  readonly #listeners = new Set<() => void>();
  #worker: WorkerLike | null = null;
  #languages = "";
  #ready: Promise<boolean> = Promise.resolve(false);
  #last = 0;

  /** `onAdded`: the user has added a word here, which other clients of the window have to learn. */
  constructor(
    bridge: Pick<Bridge, "request" | "listen">,
    start: () => WorkerLike,
    onAdded: (word: string) => void = () => {},
  ) {
    this.#bridge = bridge;
    this.#start = start;
    this.#onAdded = onAdded;
    bridge.listen("spelling:added", (word) => void this.learn(word));
  }

  /** A word has been added elsewhere. */
  async learn(word: string): Promise<void> {
    // A dictionary that is loaded later comes with all added words.
    if (await this.#ready) await this.#handleAdded(word);
  }

  /** Sets the languages to check. False if none of them has a dictionary. */
  setLanguages(languages: readonly string[]): Promise<boolean> {
    const key = languages.join(" ");
    if (key !== this.#languages) {
      this.#languages = key;
      this.#ready = this.#load(languages).catch(() => false);
    }
    return this.#ready;
  }

  /** Called when misspelled words may be correct now. Returns a function that stops listening. */
  onChange(changed: () => void): () => void {
    this.#listeners.add(changed);
    return () => this.#listeners.delete(changed);
  }

  /** Returns the misspelled words. */
  async check(words: readonly string[]): Promise<Set<string>> {
    if (!(await this.#ready)) return new Set();
    const asked = [...new Set(words)].filter((word) => !this.#known.has(word));
    if (asked.length > 0) {
      const wrong = new Set(await this.#ask({ ask: "check", words: asked }));
      if (this.#known.size > MOST_KNOWN) this.#known.clear();
      for (const word of asked) this.#known.set(word, !wrong.has(word));
    }
    return new Set(words.filter((word) => this.#known.get(word) === false));
  }

  suggest(word: string): Promise<string[]> {
    return this.#ask({ ask: "suggest", word });
  }

  /** Adds a word to the user's dictionary, for all documents and permanently. False if main rejected it. */
  async add(word: string): Promise<boolean> {
    const answer = await this.#bridge.request("spelling:add", word);
    if (!answer.ok) return false;
    this.#onAdded(word);
    await this.#handleAdded(word);
    return true;
  }

  async #handleAdded(word: string): Promise<void> {
    await this.#ask({ ask: "add", word });
    this.#known.clear();
    for (const changed of this.#listeners) changed();
  }

  async #load(languages: readonly string[]): Promise<boolean> {
    const answer = await this.#bridge.request("spelling:start", [...languages]);
    this.#known.clear();
    if (!answer.ok || answer.dictionaries.length === 0) return false;
    await this.#ask({ ask: "load", dictionaries: answer.dictionaries, words: answer.words });
    for (const changed of this.#listeners) changed();
    return true;
  }

  #ask(question: RequestBody): Promise<string[]> {
    this.#worker ??= this.#startWorker();
    const id = ++this.#last;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#worker?.postMessage({ ...question, id } as Question);
    });
  }

  #startWorker(): WorkerLike {
    const worker = this.#start();
    worker.onmessage = ({ data: { id, words } }: { data: Answer }) => {
      this.#waiting.get(id)?.(words);
      this.#waiting.delete(id);
    };
    return worker;
  }
}
