/** Computing the changes between two texts, compared with the line diff of the `diff` package on the same texts. */
import { test } from "@playwright/test";
import { diffLines } from "diff";
import { difference } from "../src/core/diff/difference";
import { report, sampleMarkdown, under } from "./figures";

// Pseudo-random numbers from 0 to 1, the same in each run.
function numbers(): () => number {
  let seed = 11;
  return () => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed / 2147483648;
  };
}

function editText(text: string, count: number): string {
  const next = numbers();
  const offsets = Array.from({ length: count }, () => Math.floor(next() * (text.length - 40))).sort((a, b) => a - b);
  let after = "";
  let at = 0;
  for (const offset of offsets.filter((each, index) => each - (offsets[index - 1] ?? -40) >= 40)) {
    after += `${text.slice(at, offset)}quite another thing`;
    at = offset + 20;
  }
  return after + text.slice(at);
}

function rewriteText(text: string): string {
  const next = numbers();
  return text.replace(/\p{L}+/gu, (word) => (next() < 0.05 ? `${word}s` : word));
}

for (const megabytes of [1, 10]) {
  for (const [label, edit, goal] of [
    ["one edit", (text: string) => editText(text, 1), 0.3 * megabytes],
    ["20 edits", (text: string) => editText(text, 20), 8 * megabytes],
    ["5 % of the words", rewriteText, 50],
  ] as const) {
    test(`difference of ${megabytes} MB, ${label}`, async () => {
      const before = sampleMarkdown(megabytes * 1_000_000);
      // Decoded from bytes, like every text that the app compares.
      const after = Buffer.from(edit(before)).toString();
      const runs = { rival: [] as number[], ours: [] as number[] };
      let spans = 0;
      for (let round = 0; round < 7; round++) {
        const start = performance.now();
        diffLines(before, after, { maxEditLength: 500 });
        const middle = performance.now();
        spans = difference(before, after).length;
        runs.rival.push(middle - start);
        runs.ours.push(performance.now() - middle);
      }
      await report(
        `Difference of ${megabytes} MB, ${label}`,
        [
          { name: "diff package, by lines, 500 edits at most", runs: runs.rival },
          { name: `Galley, by words: ${spans} spans`, runs: runs.ours },
        ],
        under("Galley", "median", goal, `at most ${goal} ms`),
      );
    });
  }
}
