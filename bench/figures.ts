/** Medians and ratios of alternating runs, printed as a table and stored in `out/bench/`. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { project } from "../e2e/launch";

/** The result of each run of one contestant, in the unit of the report. */
export type Runs = { name: string; runs: number[] };

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** The 95th percentile. */
function percentile95(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
}

/** Prints minimum, median, 95 % and maximum of each contestant, and the ratios of the last three to those of the first contestant. */
export async function report(
  title: string,
  contestants: Runs[],
  goal?: string,
  unit: "ms" | "µs" | "MB" = "ms",
): Promise<void> {
  const summarize = (runs: readonly number[]) => [median(runs), percentile95(runs), Math.max(...runs)] as const;
  const rival = summarize(contestants[0]?.runs ?? []);
  const width = Math.max(...contestants.map(({ name }) => name.length));
  const rows = contestants.map(({ name, runs }) => {
    const figures = [Math.min(...runs), ...summarize(runs)].map((value) => value.toFixed(1).padStart(8)).join(" ");
    const ratios = summarize(runs).map((value, index) => (value / (rival[index] ?? 1)).toFixed(2));
    return `  ${name.padEnd(width)} ${figures} ${unit}   × ${ratios.join("  ")}`;
  });
  const text = [
    title,
    `  ${"".padEnd(width)}      min   median     95 %      max      median  95 %  max`,
    ...rows,
    ...(goal ? [`  goal: ${goal}`] : []),
  ];
  console.log(`\n${text.join("\n")}\n`);
  await mkdir(join(project, "out/bench"), { recursive: true });
  const file = `${title.toLowerCase().replace(/[^a-z0-9]+/g, "-")}.json`;
  await writeFile(join(project, "out/bench", file), JSON.stringify({ title, unit, contestants, goal }, null, 2));
}

/** About `bytes` bytes of Markdown, the same in each run: headings, paragraphs, lists, code, some CJK. */
export function sampleMarkdown(bytes: number): string {
  const words =
    "harbour tide letter north evening lamp window paper garden winter bridge market silver river stone engine".split(
      " ",
    );
  let seed = 7;
  const next = (below: number) => {
    // In 32 bits: a product of doubles loses its low bits, and soon every word would be the first.
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return (seed >> 8) % below;
  };
  const sentence = (length: number) => Array.from({ length }, () => words[next(words.length)]).join(" ");
  const parts: string[] = [];
  for (let size = 0, section = 1; size < bytes; section++) {
    const part = [
      `## Section ${section}: ${sentence(3)}`,
      ...Array.from({ length: 3 }, () => `${sentence(40)}, *${sentence(2)}* and **${sentence(2)}** 潮水退去。`),
      Array.from({ length: 4 }, () => `- ${sentence(8)}`).join("\n"),
      `\`\`\`js\nconst ${words[next(words.length)]} = ${next(1000)};\n\`\`\``,
    ].join("\n\n");
    parts.push(part);
    size += part.length + 2;
  }
  return `# Sample\n\n${parts.join("\n\n")}\n`;
}
