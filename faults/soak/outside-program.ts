import { type ChildProcessByStdio, spawn } from "node:child_process";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";

const runner = join(import.meta.dirname, "../../src/main/engine/testing/run-ts.mjs");
const script = join(import.meta.dirname, "outside-program.child.ts");

/** The process of another program, started again after it was killed. It does one write at a time; each resolves once it is on the disk. */
export class OutsideProgram {
  #process: ChildProcessByStdio<Writable, Readable, null> | null = null;

  constructor(
    /** Runs as Node. */
    readonly program: string,
    readonly env: Record<string, string>,
  ) {}

  append(path: string, word: string): Promise<void> {
    return this.#ask({ path, word });
  }

  /** Reads the file, writes its text and the word to `temporary`, and renames that over the file. */
  replace(path: string, word: string, temporary: string): Promise<void> {
    return this.#ask({ path, word, temporary });
  }

  end(): void {
    this.#process?.kill();
  }

  #ask(write: { path: string; word: string; temporary?: string }): Promise<void> {
    const child = this.#process ?? this.#start();
    return new Promise((done, failed) => {
      const ended = () => failed(new Error("killed"));
      child.once("exit", ended);
      child.stdout.once("data", () => {
        child.off("exit", ended);
        done();
      });
      child.stdin.write(`${JSON.stringify(write)}\n`);
    });
  }

  #start(): ChildProcessByStdio<Writable, Readable, null> {
    const env = { ...this.env, PATH: process.env["PATH"], ELECTRON_RUN_AS_NODE: "1" };
    const args = ["--no-warnings", "--experimental-transform-types", runner, script];
    const child = spawn(this.program, args, { env, stdio: ["pipe", "pipe", "inherit"] });
    child.stdin.on("error", () => {});
    child.once("exit", () => {
      if (this.#process === child) this.#process = null;
    });
    this.#process = child;
    return child;
  }
}
