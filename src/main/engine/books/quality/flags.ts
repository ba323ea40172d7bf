/** What may be wrong with a translation. The first three are never a translation; the others may be right all the same. */
const flagKinds = [
  ...["thinking", "address", "data", "commentary"],
  ...["untranslated", "language", "repeated", "cut", "short", "long", "sentences", "lines"],
  ...["numbers", "marks", "links", "notes", "tags", "brackets", "quotes"],
  ...["neighbour", "shifted", "glossary", "inconsistent"],
] as const;

export type FlagKind = (typeof flagKinds)[number];

/** A doubt about one translation. `detail` is what was found: words or signs of the texts, at most 80 characters; it may be empty. */
export type Flag = { kind: FlagKind; detail: string };

/** A source, its translation, and the target language as the book has it; empty if there is none. */
export type Pair = { source: string; translation: string; language: string };

/** Kinds that an agent's batch is refused for: what was handed in is not a translation. */
const refused: ReadonlySet<FlagKind> = new Set(["thinking", "address", "data"]);

export const isRefused = ({ kind }: Flag): boolean => refused.has(kind);

/** Longer texts are examined only so far, in characters. */
export const MAX_EXAMINED = 20_000;

const MAX_DETAIL = 80;

/** Cuts what is shown of a text. */
export const shortened = (text: string): string => {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > MAX_DETAIL ? `${line.slice(0, MAX_DETAIL - 1)}…` : line;
};

const sentences: Record<FlagKind, (detail: string) => string> = {
  thinking: (detail) => `it has the thinking of a model (${detail})`,
  address: (detail) => `it has the address of a paragraph (${detail})`,
  data: (detail) => `it is data, not text (${detail})`,
  commentary: (detail) => `a remark on the translation stands in it: ${detail}`,
  untranslated: (detail) =>
    detail === "" ? "it is the same as the source" : `words of the source stand in it: ${detail}`,
  language: (detail) => `it seems to be in another language (${detail})`,
  repeated: (detail) => `it says something twice: ${detail}`,
  cut: (detail) => `it ends in mid-sentence: ${detail}`,
  short: (detail) => `it is much shorter than the source (${detail})`,
  long: (detail) => `it is much longer than the source (${detail})`,
  sentences: (detail) => `sentences are missing or added (${detail})`,
  lines: (detail) => `it has other line breaks than the source (${detail})`,
  numbers: (detail) => `numbers differ: ${detail}`,
  marks: (detail) => `marks differ: ${detail}`,
  links: (detail) => `links or images differ: ${detail}`,
  notes: (detail) => `footnote marks differ: ${detail}`,
  tags: (detail) => `tags or placeholders differ: ${detail}`,
  brackets: (detail) => `brackets are not closed: ${detail}`,
  quotes: (detail) => `quotation marks differ: ${detail}`,
  neighbour: (detail) => `it has the text of the paragraph beside it: ${detail}`,
  shifted: () => "it seems to translate the paragraph beside it",
  glossary: (detail) => `the glossary has ${detail}`,
  inconsistent: (detail) => `the same source is translated differently elsewhere: ${detail}`,
};

/** A flag as agents read it. */
export const describeFlag = ({ kind, detail }: Flag): string => sentences[kind](detail);
