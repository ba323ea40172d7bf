/** Other readers of Word documents: each runs in a separate process that times only the reading. */
import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { project } from "../../e2e/launch";
import type { Runs } from "../figures";

const run = promisify(execFile);
const mammoth = "mammoth@1.11.0";

type Answer = { name: string; runs: number[]; paragraphs: number } | { missing: string };

/**
 * The milliseconds that python-docx (Debian's python3-docx) and mammoth take for all paragraphs of a file, in the format of `report`. mammoth is
 * downloaded into `out/bench/rivals` once. A reader that is not available is left out and named on the console. Throws if one finds a number of
 * paragraphs other than `paragraphs`.
 */
export async function docxRivals(path: string, rounds: number, paragraphs: number): Promise<Runs[]> {
  const found: Runs[] = [];
  for (const answer of [await pythonDocx(path, rounds), await mammothIn(path, rounds)]) {
    if ("missing" in answer) console.log(`left out: ${answer.missing}`);
    else if (answer.paragraphs !== paragraphs) throw new Error(`${answer.name} finds ${answer.paragraphs} paragraphs`);
    else found.push({ name: answer.name, runs: answer.runs });
  }
  return found;
}

async function pythonDocx(path: string, rounds: number): Promise<Answer> {
  let missing = "";
  for (const python of ["python3", "/usr/bin/python3"]) {
    const answer = await answerOf(
      python,
      [join(import.meta.dirname, "python-docx.py"), path, String(rounds)],
      "python-docx",
    );
    if (!("missing" in answer)) return answer;
    missing = answer.missing;
  }
  return { missing };
}

async function mammothIn(path: string, rounds: number): Promise<Answer> {
  const folder = join(project, "out/bench/rivals");
  const ask = () =>
    answerOf(process.execPath, [join(import.meta.dirname, "mammoth.cjs"), folder, path, String(rounds)], "mammoth");
  const first = await ask();
  if (!("missing" in first)) return first;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), '{"private": true}\n');
  try {
    await run("npm", ["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", mammoth], { cwd: folder });
  } catch (error) {
    return { missing: `mammoth: it could not be fetched: ${(error as Error).message.split("\n", 1)[0]}` };
  }
  return ask();
}

async function answerOf(program: string, args: string[], name: string): Promise<Answer> {
  try {
    return JSON.parse((await run(program, args)).stdout) as Answer;
  } catch (error) {
    return { missing: `${name}: ${(error as Error).message.split("\n", 1)[0]}` };
  }
}
