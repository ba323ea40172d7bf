import { homedir } from "node:os";
import { Readable, Writable } from "node:stream";
import { main } from "../main";
import type { CliFixture, ProcessResult } from "./galley-process";

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command in this process, with the fixture's folder, environment and streams in place of its own, and returns what `runGalley` does. For tests of
 * what commands do: a process costs ten times as much. Runs one after the other, since a process has one current folder.
 */
export function runMain(
  fixture: CliFixture,
  args: readonly string[],
  input: string | Buffer = "",
): Promise<ProcessResult> {
  const run = last.then(() => withOwnProcess(fixture, args, input));
  last = run.catch(() => {});
  return run;
}

async function withOwnProcess(
  { root, env }: CliFixture,
  args: readonly string[],
  input: string | Buffer,
): Promise<ProcessResult> {
  const [stdout, stderr] = [new Output(), new Output()];
  const streams = { stdin: Readable.from(input.length > 0 ? [Buffer.from(input)] : []), stdout, stderr };
  const own = Object.keys(streams).map((name) => [name, Object.getOwnPropertyDescriptor(process, name)] as const);
  const before = { folder: process.cwd(), env: { ...process.env } };
  for (const [name, value] of Object.entries(streams)) Object.defineProperty(process, name, { value, ...changeable });
  try {
    process.chdir(root);
    setEnvironment(env);
    // The system reads its own copy of the environment: a test must never write to the home of the one who runs it.
    if (env["HOME"] === undefined || homedir() !== env["HOME"])
      throw new Error("This process would use the real home.");
    const code = await main(args);
    return { code, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    setEnvironment(before.env);
    process.chdir(before.folder);
    for (const [name, descriptor] of own) if (descriptor) Object.defineProperty(process, name, descriptor);
  }
}

/** Changes the variables one by one: a new object in place of `process.env` would not reach the system's own. */
function setEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
}

const changeable = { configurable: true, enumerable: true, writable: true };

/** Keeps what is written to it. */
class Output extends Writable {
  readonly #chunks: Buffer[] = [];

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  text = (): string => Buffer.concat(this.#chunks).toString("utf8");
}
