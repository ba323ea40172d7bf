import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Readable, Writable } from "node:stream";
import { HEAP_FLAGS } from "../../../shared/testing/heap-flags";
import { HandClient } from "../../mcp/testing/hand-client";

/** The built command line. `npm test` builds it first. */
const builtCli = process.env.GALLEY_CLI ?? resolve(import.meta.dirname, "../../../../out/main/cli.js");
/** What runs it, before its own arguments. */
const leading = [...HEAP_FLAGS, builtCli];

export type GalleyProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/** A folder with documents, with app data and a home of its own, so that tests affect neither each other nor the one who runs them. */
export type CliFixture = {
  root: string;
  dataDir: string;
  home: string;
  env: NodeJS.ProcessEnv;
  /** Kills the processes that it started, and removes both folders. */
  remove(): Promise<void>;
  /** The program and its first arguments that start `galley`, for a library that starts processes itself. */
  galley: { command: string; args: string[] };
  /** Starts a real `galley` process with these arguments. */
  start(...args: string[]): GalleyProcess;
  /** Starts `galley mcp` in `root`, with a hand-written client. */
  startMcp(): { process: GalleyProcess; client: HandClient };
};

/** The exit code and output of a `galley` process. */
export type ProcessResult = { code: number | null; stdout: string; stderr: string };

/** Creates a fixture in the temporary folder. */
export const createCliFixture = async (): Promise<CliFixture> => {
  if (!existsSync(builtCli)) throw new Error(`${builtCli} is missing: build first (npm run build).`);
  const folder = await realpath(await mkdtemp(join(tmpdir(), "galley-data-")));
  const [root, dataDir, home] = [join(folder, "root 文"), join(folder, "data"), join(folder, "home")];
  for (const each of [root, home]) await mkdir(each);
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...own } = process.env;
  const env = { ...own, ELECTRON_RUN_AS_NODE: "1", GALLEY_DATA: dataDir, HOME: home, USERPROFILE: home };
  const running = new Set<GalleyProcess>();
  const start = (...args: string[]): GalleyProcess => {
    const child = spawn(process.execPath, [...leading, ...args], { cwd: root, env, stdio: ["pipe", "pipe", "pipe"] });
    child.stdin.on("error", () => {});
    running.add(child);
    child.once("exit", () => running.delete(child));
    return child;
  };
  return {
    root,
    dataDir,
    home,
    env,
    galley: { command: process.execPath, args: leading },
    start,
    startMcp() {
      const child = start("mcp", "--root", root);
      child.stderr.resume();
      return { process: child, client: new HandClient(child.stdin, child.stdout) };
    },
    async remove() {
      // A process that is still ending may write into the folder that is being removed.
      const ended = [...running].map((child) => once(child, "exit"));
      for (const child of running) child.kill("SIGKILL");
      await Promise.all(ended);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};

/** Runs `galley` until it ends, with `input` on its standard input. */
export const runGalley = (
  fixture: CliFixture,
  args: readonly string[],
  input: string | Buffer = "",
): Promise<ProcessResult> => {
  const child = fixture.start(...args);
  child.stdin.end(input);
  return untilEnded(child);
};

/** Collects the output of a process until it has ended. */
export const untilEnded = (child: GalleyProcess): Promise<ProcessResult> =>
  new Promise((done) => {
    const output = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output.stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (output.stderr += text));
    child.once("close", (code) => done({ code, ...output }));
  });
