/** Markdown parsers in other languages: each runs in a separate process that times only the parsing. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Runs } from "../figures";

const parsers = ["cmark-gfm", "mistune", "markdown-it-py"];
/** The system's Python first, because Debian's packages are installed for it. */
const pythons = ["python3", "/usr/bin/python3"];

type Answer = { name: string; runs: number[]; headings: number } | { missing: string };

/**
 * The milliseconds that cmark-gfm, mistune and markdown-it-py take to parse a complete UTF-8 file, in the format of `report`. A parser that is not
 * installed is left out and named on the console. The Debian packages are libcmark-gfm-extensions0.29.0.gfm.6 (a dependency of cmark-gfm),
 * python3-mistune and python3-markdown-it.
 */
export async function outlineRivals(path: string, rounds: number): Promise<Runs[]> {
  const found: Runs[] = [];
  for (const parser of parsers) {
    const answer = await ask(parser, path, rounds);
    if ("missing" in answer) console.log(`left out: ${answer.missing}`);
    else found.push({ name: answer.name, runs: answer.runs });
  }
  return found;
}

async function ask(parser: string, path: string, rounds: number): Promise<Answer> {
  const script = join(import.meta.dirname, "outline.py");
  let missing = "";
  for (const python of pythons) {
    try {
      const { stdout } = await promisify(execFile)(python, [script, parser, path, String(rounds)]);
      const answer = JSON.parse(stdout) as Answer;
      if (!("missing" in answer)) return answer;
      missing = answer.missing;
    } catch (error) {
      missing = `${parser}: ${(error as Error).message.split("\n", 1)[0]}`;
    }
  }
  return { missing };
}
