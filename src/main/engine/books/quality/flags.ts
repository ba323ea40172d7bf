/** What may be wrong with a translation. */
const flagKinds = [
  ...["thinking", "address", "data", "commentary"],
  ...["untranslated", "language", "repeated", "cut", "short", "long", "sentences", "lines"],
  ...["numbers", "marks", "links", "notes", "tags", "brackets", "quotes"],
  ...["neighbour", "shifted", "glossary", "forbidden", "names", "inconsistent"],
] as const;

export type FlagKind = (typeof flagKinds)[number];

/** A doubt about one translation. `detail` is what was found: words or signs of the texts, at most 80 characters; it may be empty. */
export type Flag = { kind: FlagKind; detail: string };

/** A source, its translation, and the target language as the book has it; empty if there is none. */
export type Pair = { source: string; translation: string; language: string };

const MAX_DETAIL = 80;

/** Cuts what is shown of a text. */
export const shortened = (text: string): string => {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > MAX_DETAIL ? `${line.slice(0, MAX_DETAIL - 1)}…` : line;
};

const sentences: Record<FlagKind, (detail: string) => string> = {
  thinking: (detail) => `contains the model's thinking (${detail})`,
  address: (detail) => `contains a paragraph ID (${detail})`,
  data: (detail) => `is data rather than text (${detail})`,
  commentary: (detail) => `contains a comment on the translation: ${detail}`,
  untranslated: (detail) => (detail === "" ? "is the same as the source" : `still contains source text: ${detail}`),
  language: (detail) => `seems to be in another language (${detail})`,
  repeated: (detail) => `repeats itself: ${detail}`,
  cut: (detail) => `ends mid-sentence: ${detail}`,
  short: (detail) => `is much shorter than the source (${detail})`,
  long: (detail) => `is much longer than the source (${detail})`,
  sentences: (detail) => `has missing or extra sentences (${detail})`,
  lines: (detail) => `has different line breaks (${detail})`,
  numbers: (detail) => `numbers differ: ${detail}`,
  marks: (detail) => `formatting differs: ${detail}`,
  links: (detail) => `links or images differ: ${detail}`,
  notes: (detail) => `footnotes differ: ${detail}`,
  tags: (detail) => `tags or placeholders differ: ${detail}`,
  brackets: (detail) => `brackets are not closed: ${detail}`,
  quotes: (detail) => `quotation marks differ: ${detail}`,
  neighbour: (detail) => `contains the text of a neighbouring paragraph: ${detail}`,
  shifted: () => "seems to translate a neighbouring paragraph",
  glossary: (detail) => `the glossary has ${detail}`,
  forbidden: (detail) => `has a word that the glossary forbids: ${detail}`,
  names: (detail) => `a name has another form elsewhere: ${detail}`,
  inconsistent: (detail) => `the same source is translated differently elsewhere: ${detail}`,
};

/** A flag as agents read it. */
export const describeFlag = ({ kind, detail }: Flag): string => sentences[kind](detail);
