import { spawn } from "node:child_process";
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** One deliberate break of the code, and the test that must notice it. */
export type Mutation = {
  /** What no longer holds, in words. */
  breaks: string;
  /** Below the project's folder. */
  file: string;
  /** Occurs exactly once in the file. */
  find: string;
  replace: string;
  /** The file of the test, and a part of its title. */
  test: readonly [file: string, title: string];
  /** The program, or the user, without which that test does not run. */
  needs?: "strace" | "root";
};

/** What a mutation came to. `not run`: no test of that title ran, as if the code did not load, or the title is another one. */
export type Outcome = { status: "caught" | "missed" | "not run"; said: string };

/** What is not part of a copy: what others made, and what is large and read by no test. */
const left = new Set(["node_modules", "out", "dist", ".git"]);

/** The text with the break in it. Throws if what it breaks does not occur exactly once: then the table is no longer true. */
export function broken(text: string, { file, find, replace }: Pick<Mutation, "file" | "find" | "replace">): string {
  const count = text.split(find).length - 1;
  if (count !== 1) throw new Error(`${file} has ${count} times: ${find}`);
  if (find === replace) throw new Error(`nothing is broken in ${file}: ${find}`);
  return text.replace(find, () => replace);
}

/** A copy of the project in which code can be broken; the working tree is never touched. */
export type BrokenTree = { run(mutation: Mutation): Promise<Outcome>; remove(): void };

/** Copies the project at `project`. */
export function copyTree(project: string): BrokenTree {
  const tree = realpathSync(mkdtempSync(join(tmpdir(), "galley-broken-")));
  for (const name of readdirSync(project))
    if (!left.has(name)) cpSync(join(project, name), join(tree, name), { recursive: true, verbatimSymlinks: true });
  symlinkSync(realpathSync(join(project, "node_modules")), join(tree, "node_modules"));
  return {
    async run(mutation) {
      const path = join(tree, mutation.file);
      const sound = readFileSync(path, "utf8");
      writeFileSync(path, broken(sound, mutation));
      try {
        return await runTest(tree, mutation);
      } finally {
        writeFileSync(path, sound);
      }
    },
    remove: () => rmSync(tree, { recursive: true, force: true }),
  };
}

type Report = {
  testResults: {
    message?: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
};

async function runTest(tree: string, { test: [file, title] }: Mutation): Promise<Outcome> {
  const report = join(tree, "mutation.json");
  rmSync(report, { force: true });
  const isProcess = /^src\/main\/(mcp|cli)\/|\.process\.test\.\w+$/.test(file);
  const args = ["--project", isProcess ? "process" : "unit", "--maxWorkers=1", "--retry=0", "--testTimeout=60000"];
  const output = ["--reporter=json", `--outputFile=${report}`];
  const pattern = title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  // Nothing of the run around this one: it would take its place in that.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|GALLEY_|NODE_OPTIONS|CI$)/.test(name)),
  );
  const said = await runProgram(
    process.execPath,
    [join(tree, "node_modules/vitest/vitest.mjs"), "run", file, "-t", pattern, ...args, ...output],
    { cwd: tree, env: { ...env, ELECTRON_RUN_AS_NODE: "1" } },
  );
  let results: Report["testResults"];
  try {
    results = (JSON.parse(readFileSync(report, "utf8")) as Report).testResults;
  } catch {
    return { status: "not run", said: said.slice(-2000) };
  }
  const ran = results
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ fullName, status }) => fullName.includes(title) && ["passed", "failed"].includes(status));
  const failed = ran.find(({ status }) => status === "failed");
  if (failed) return { status: "caught", said: `${failed.fullName}: ${failed.failureMessages[0] ?? ""}`.slice(0, 400) };
  if (ran.length > 0) return { status: "missed", said: ran.map(({ fullName }) => fullName).join("; ") };
  return { status: "not run", said: results.map(({ message = "" }) => message).join("; ") || said.slice(-2000) };
}

function runProgram(
  program: string,
  args: readonly string[],
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        said += chunk;
      });
    const tooLong = setTimeout(() => child.kill("SIGKILL"), 300_000);
    child.on("error", reject);
    child.on("close", () => {
      clearTimeout(tooLong);
      resolve(said);
    });
  });
}
