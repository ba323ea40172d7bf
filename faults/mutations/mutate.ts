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

/** A deliberate break of the code, and the test that must fail. */
export type Mutation = {
  /** What the break does, in words. */
  breaks: string;
  /** Relative to the project's folder. */
  file: string;
  /** Occurs exactly once in the file. */
  find: string;
  replace: string;
  /** The test's file, and a part of its title. */
  test: readonly [file: string, title: string];
  /** A program or user that the test needs. */
  needs?: "strace" | "root" | "compiler";
};

/** The result of a mutation. `not run`: no test with that title ran, because the code did not load or the title has changed. */
export type Outcome = { status: "caught" | "missed" | "not run"; output: string };

/** Not copied: generated files, and large ones that no test reads. */
const left = new Set(["node_modules", "out", "dist", ".git"]);

/** The text with the break applied. Throws if the text to replace does not occur exactly once, which means that the table is outdated. */
export function broken(text: string, { file, find, replace }: Pick<Mutation, "file" | "find" | "replace">): string {
  const count = text.split(find).length - 1;
  if (count !== 1) throw new Error(`${file} has ${count} times: ${find}`);
  if (find === replace) throw new Error(`nothing is broken in ${file}: ${find}`);
  return text.replace(find, () => replace);
}

/** A copy of the project in which code can be broken; the working tree is never changed. */
export type BrokenTree = { run(mutation: Mutation): Promise<Outcome>; remove(): void };

/** Copies the project in folder `project`. */
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
  // Without the variables of the surrounding test run, which would change this one.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|GALLEY_|NODE_OPTIONS|CI$)/.test(name)),
  );
  const programOutput = await runProgram(
    process.execPath,
    [join(tree, "node_modules/vitest/vitest.mjs"), "run", file, "-t", pattern, ...args, ...output],
    { cwd: tree, env: { ...env, ELECTRON_RUN_AS_NODE: "1" } },
  );
  let results: Report["testResults"];
  try {
    results = (JSON.parse(readFileSync(report, "utf8")) as Report).testResults;
  } catch {
    return { status: "not run", output: programOutput.slice(-2000) };
  }
  const ran = results
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ fullName, status }) => fullName.includes(title) && ["passed", "failed"].includes(status));
  const failed = ran.find(({ status }) => status === "failed");
  if (failed)
    return { status: "caught", output: `${failed.fullName}: ${failed.failureMessages[0] ?? ""}`.slice(0, 400) };
  if (ran.length > 0) return { status: "missed", output: ran.map(({ fullName }) => fullName).join("; ") };
  return {
    status: "not run",
    output: results.map(({ message = "" }) => message).join("; ") || programOutput.slice(-2000),
  };
}

function runProgram(
  program: string,
  args: readonly string[],
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let printed = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        printed += chunk;
      });
    const tooLong = setTimeout(() => child.kill("SIGKILL"), 300_000);
    child.on("error", reject);
    child.on("close", () => {
      clearTimeout(tooLong);
      resolve(printed);
    });
  });
}
