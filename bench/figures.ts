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

/** Of the runs of one contestant. */
export type Summary = { min: number; median: number; p95: number; max: number };

/** The summary of the contestant whose name begins so; throws if it was not measured. */
export type SummaryOf = (name: string) => Summary;

/** What a figure should be. `missed`: why it may not be met, for docs/performance.md. */
export type Goal = { wanted: string; holds(of: SummaryOf): boolean; missed?: string };

/** A goal that the median of one contestant is at most so many times that of another. */
export const atMost = (ours: string, times: number, rival: string, wanted: string, missed?: string): Goal => ({
  wanted,
  holds: (of) => of(ours).median <= times * of(rival).median,
  ...(missed === undefined ? {} : { missed }),
});

/** A goal that a figure of a contestant is under a limit, in the unit of the report. */
export const under = (name: string, figure: keyof Summary, most: number, wanted: string, missed?: string): Goal => ({
  wanted,
  holds: (of) => of(name)[figure] <= most,
  ...(missed === undefined ? {} : { missed }),
});

/** A goal for what follows a key: quick nearly always, and not much slower than a bare editor. */
export const smooth = (ours: string, rival: string, times: number): Goal => ({
  wanted: `95 % under 33 ms, and at most ${times} × ${rival} alone`,
  holds: (of) => of(ours).p95 < 33 && of(ours).median <= times * of(rival).median,
  missed: "Everything is on: review marks, live preview, comments, spelling, the journal, and an agent that writes.",
});

/** Null if a contestant that it compares with was not measured, because it is not installed. */
function whetherHeld(goal: Goal, contestants: readonly Runs[], summaries: readonly Summary[]): boolean | null {
  try {
    return goal.holds((name) => {
      const at = contestants.findIndex((each) => each.name.startsWith(name));
      const found = at < 0 || contestants[at]?.runs.length === 0 ? undefined : summaries[at];
      if (found === undefined) throw new RangeError(`${name} was not measured`);
      return found;
    });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const summaryOf = (runs: readonly number[]): Summary => ({
  min: Math.min(...runs),
  median: median(runs),
  p95: percentile95(runs),
  max: Math.max(...runs),
});

/** Prints minimum, median, 95 % and maximum of each contestant, and the ratios of the last three to those of the first contestant. */
export async function report(
  title: string,
  contestants: Runs[],
  goal?: Goal,
  unit: "ms" | "µs" | "MB" = "ms",
): Promise<void> {
  const summaries = contestants.map(({ runs }) => summaryOf(runs));
  const [rival] = summaries;
  const width = Math.max(...contestants.map(({ name }) => name.length));
  const rows = summaries.map((summary, at) => {
    const { min, ...others } = summary;
    const keys = Object.keys(others) as (keyof typeof others)[];
    const figures = [min, ...keys.map((key) => summary[key])].map((value) => value.toFixed(1).padStart(8)).join(" ");
    const ratios = keys.map((key) => (summary[key] / (rival?.[key] ?? 1)).toFixed(2));
    return `  ${contestants[at]?.name.padEnd(width)} ${figures} ${unit}   × ${ratios.join("  ")}`;
  });
  const holds = goal ? whetherHeld(goal, contestants, summaries) : null;
  const text = [
    title,
    `  ${"".padEnd(width)}      min   median     95 %      max      median  95 %  max`,
    ...rows,
    ...(goal ? [`  goal: ${goal.wanted} – ${holds === null ? "not compared" : holds ? "met" : "missed"}`] : []),
  ];
  console.log(`\n${text.join("\n")}\n`);
  await mkdir(join(project, "out/bench"), { recursive: true });
  const file = `${title.toLowerCase().replace(/[^a-z0-9]+/g, "-")}.json`;
  const stored = {
    title,
    unit,
    at: new Date().toISOString(),
    contestants: contestants.map(({ name, runs }, at) => ({ name, runs: runs.length, ...summaries[at] })),
    goal: goal ? { wanted: goal.wanted, holds, missed: goal.missed } : null,
  };
  await writeFile(join(project, "out/bench", file), JSON.stringify(stored, null, 2));
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
