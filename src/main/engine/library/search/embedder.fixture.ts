import type { Embedder } from "./embedder";
import { dimensions } from "./vector-scan";
import { stemOf, wordsOf } from "./words";

/** A stand-in for the model: texts with common words are similar. `asked` has the texts so far; `gate` is awaited before each answer. */
export function embedderForTests(gate: (text: string) => Promise<void> = async () => {}) {
  const asked: string[] = [];
  const embedder: Embedder = {
    async embed(text) {
      asked.push(text);
      await gate(text);
      const vector = new Float32Array(dimensions);
      for (const word of wordsOf(text)) {
        let seed = 7;
        for (const letter of stemOf(word)) seed = (Math.imul(seed, 31) + letter.charCodeAt(0)) >>> 0;
        for (let index = 0; index < dimensions; index++) {
          seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
          vector[index] = (vector[index] ?? 0) + seed / 2 ** 32 - 0.5;
        }
      }
      const length = Math.hypot(...vector) || 1;
      return vector.map((value) => value / length);
    },
    close() {},
  };
  return { embedder, asked };
}
