/** A dialect of English, by its tag. */
export type EnglishDialect = "en-US" | "en-GB" | "en-AU" | "en-CA" | "en-IN";

/** What harper found in a paragraph. Offsets are UTF-16, relative to the paragraph. */
export type GrammarLint = {
  from: number;
  to: number;
  /** The name of harper's rule, such as `RepeatedWords`. */
  rule: string;
  message: string;
  /** Texts that replace it; an empty one removes it. */
  replacements: string[];
};

/** A request to the worker; its id is repeated in the answer. */
export type GrammarQuestion = { id: number; dialect: EnglishDialect; paragraphs: string[] };
/** What was found in each paragraph. */
export type GrammarAnswer = { id: number; lints: GrammarLint[][] } | { id: number; why: string };

/** A worker as the client needs it. */
export type GrammarWorker = {
  postMessage(question: GrammarQuestion): void;
  onmessage: ((event: { data: GrammarAnswer }) => void) | null;
  onerror: ((event: never) => void) | null;
  terminate(): void;
};
