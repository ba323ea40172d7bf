/** A dictionary as main reads it. */
export type DictionaryText = { language: string; aff: string; dic: string };

/** A request to the worker; its id is repeated in the answer. */
export type Question = { id: number } & (
  | { ask: "load"; dictionaries: DictionaryText[]; words: string[] }
  | { ask: "check"; words: string[] }
  | { ask: "suggest"; word: string }
  | { ask: "add"; word: string }
);

/** The misspelled words, or the suggestions. */
export type Answer = { id: number; words: string[] };

/** A worker as the client needs it. */
export type WorkerLike = {
  postMessage(question: Question): void;
  onmessage: ((event: { data: Answer }) => void) | null;
  terminate(): void;
};
