// Runs ripgrep alone and the `grep` tool alternately. Prints the milliseconds of each as JSON. Usage: files rounds
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { rgPath } from "@vscode/ripgrep";
import { createEngine } from "../src/main/engine/host/create-engine";

const [files = 0, rounds = 0] = process.argv.slice(2).map(Number);
const folder = await mkdtemp(join(process.env["GALLEY_BENCH"] ?? tmpdir(), "galley-bench-"));
const root = join(folder, "work");

let seed = 1;
const next = (below: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
  return seed % below;
};
const words = Array.from({ length: 3_000 }, (_, index) => `w${(index * 7919).toString(36)}`);
const sentence = (length: number): string => Array.from({ length }, () => words[next(words.length)]).join(" ");
for (let file = 0; file < files; file++) {
  const subfolder = join(root, String(file % 50));
  if (file < 50) await mkdir(subfolder, { recursive: true });
  const rare = file % 500 === 7 ? "\n\nThe zyzzyva was here." : "";
  const blocks = Array.from({ length: 12 }, () => sentence(100)).join("\n\n");
  await writeFile(join(subfolder, `${file}.md`), `# ${sentence(4)}\n\n${blocks}${rare}\n`);
}

const engine = await createEngine({ dataDir: join(folder, "data") });
const caller = { id: "bench", name: "bench", roots: [root] };
const grep = async (pattern: string): Promise<void> => {
  const answer = await engine.run({ name: "grep", arguments: { pattern, path: "." }, caller });
  if (!answer.ok || answer.data?.["match_count"] !== Math.ceil((files - 7) / 500)) throw new Error(answer.message);
};

const contestants: Record<string, () => unknown> = {
  ripgrep: () => promisify(execFile)(rgPath, ["--no-config", "--ignore-case", "--json", "zyzzyva", root]),
  rare: () => grep("zyzzyva"),
  anywhere: () => grep("zyzz.va"),
};
const times: Record<string, number[]> = {};
for (let round = 0; round < rounds + 2; round++) {
  for (const [name, run] of Object.entries(contestants)) {
    const start = performance.now();
    await run();
    if (round >= 2) times[name] = [...(times[name] ?? []), performance.now() - start];
  }
}
await engine.close();
await rm(folder, { recursive: true });
console.log(JSON.stringify(times));
