/**
 * How good an answer an entry is, from its parts: how well the question's words are in its name and in all of its words, each
 * from 0 to 1, and the cosine of its meaning and the question's. The sum depends on the entry and the question alone, never
 * on what else is in the list, as ranks would (reciprocal rank fusion) or how rare a word is in the library; so whatever is
 * left out by a filter, the order of the rest is as it was. Weights were chosen on one half of the questions in
 * `bench/library-questions.ts`, see decision 11.
 */
export function mergedScore(name: number, text: number, cosine: number): number {
  const meaning = cosine > unlike ? (cosine - unlike) / (1 - unlike) : 0;
  return name + textCounts * text + meaningCounts * meaning;
}

const textCounts = 0.5;
const meaningCounts = 1;
/** Two texts that have nothing to do with each other are about this near. */
const unlike = 0.3;

/** An entry with less is no answer: it shares a common word or two with the question, and nothing else. */
export const leastScore = 0.12;
