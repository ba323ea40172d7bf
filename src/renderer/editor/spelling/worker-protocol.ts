/** A dictionary as main reads it. */
export type DictionaryText = { language: string; aff: string; dic: string };

/** What the page asks of the worker; each question has a number, which its answer bears. */
export type Question = { id: number } & (
  | { ask: "load"; dictionaries: DictionaryText[]; words: string[] }
  | { ask: "check"; words: string[] }
  | { ask: "suggest"; word: string }
  | { ask: "add"; word: string }
);

/** The words that are wrong, or what could be meant. */
export type Answer = { id: number; words: string[] };

/** A worker as the desk needs it. */
export type WorkerLike = {
  postMessage(question: Question): void;
  onmessage: ((event: { data: Answer }) => void) | null;
  terminate(): void;
};
