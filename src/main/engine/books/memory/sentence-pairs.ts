import { splitSentences } from "../book/split-sentences";

const MAX_SENTENCES = 12;
/** Longer paragraphs are not divided into sentences, in characters. */
const MAX_DIVIDED = 20_000;

/** The sentences of a source that are looked up by themselves. */
export function partsOf(text: string): string[] {
  const sentences = text.length > MAX_DIVIDED ? [] : splitSentences(text);
  return sentences.length < 2 || sentences.length > MAX_SENTENCES ? [] : sentences;
}

/** The sentence of a translation that belongs to a sentence of its source; null if they do not have the same number of sentences. */
export function sentenceOf(source: string, translation: string, index: number): string | null {
  if (translation.length > MAX_DIVIDED) return null;
  const targets = splitSentences(translation);
  return targets.length === splitSentences(source).length ? (targets[index] ?? null) : null;
}

/** The sentences of a source, each with its translation; empty if they do not have the same number of sentences. */
export function sentencePairs(source: string, translation: string): [source: string, target: string][] {
  const sources = partsOf(source);
  if (sources.length === 0 || translation.length > MAX_DIVIDED) return [];
  const targets = splitSentences(translation);
  return targets.length === sources.length ? sources.map((each, at) => [each, targets[at] ?? ""]) : [];
}
