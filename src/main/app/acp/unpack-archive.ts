import { spawn } from "node:child_process";
import { createReadStream } from "node:fs";
import { chmod, lstat, mkdir, open, readdir, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
// The build of the package for Node starts with a `require` of its own, which the bundle has already.
import { Unzip, type UnzipFile, UnzipInflate } from "fflate/browser";
import { ToolError } from "../../engine/ports/tool-error";
import { isWithin } from "../../engine/storage";
import type { ArchiveLimits } from "./download-archive";
import { acpMessages } from "./messages";
import type { BinaryArchive } from "./registry-file";

/** How much of a zip file is decompressed at once, in bytes: a thousand times as much may come of it. */
const ZIP_PART = 16 * 1024;

/**
 * Unpacks an archive into a new folder, whose path has no links. Nothing of it may be outside: not its names, and not what its links lead to.
 * `tar`: the system's program.
 */
export async function unpackArchive(
  file: string,
  { kind, command }: Pick<BinaryArchive, "kind" | "command">,
  { folder, limits, tar, env }: { folder: string; limits: ArchiveLimits; tar: string; env: Record<string, string> },
): Promise<void> {
  await mkdir(folder);
  if (kind === "zip") await unzip(file, folder, limits);
  else {
    await checkNames(file, { limits, tar, env });
    const options = ["-x", "-f", "-", "-C", folder, "--no-same-owner", "--no-same-permissions"];
    await runTar(file, options, { limits, tar, env, output: () => {} });
  }
  await checkTree(folder, limits);
  const program = join(folder, ...command.split("/"));
  if (!(await lstat(program).catch(() => null))?.isFile())
    throw new ToolError("not_found", acpMessages.download.noProgram(command));
  await chmod(program, 0o755);
}

const hostile = (what: string): ToolError => new ToolError("denied", acpMessages.download.hostile(what.slice(0, 200)));
const tooMuch = ({ unpacked, files }: ArchiveLimits): ToolError =>
  new ToolError("too_large", acpMessages.download.tooMuch(Math.round(unpacked / 1024 ** 2), files));

/** The parts of a relative path that stays where it is; null if it does not. A name that ends with `/` is a folder. */
function partsOf(name: string): string[] | null {
  const parts = name.replace(/^(?:\.\/)+/, "").split("/");
  if (parts.at(-1) === "") parts.pop();
  return parts.some((part) => part === "" || part === "." || part === "..") ? null : parts;
}

/** What is not a part of a path, or stands for something else on some systems. `tar` looks after such names itself. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: no name has these
const badName = /[\\:\u0000-\u001f]/;

type TarContext = { limits: ArchiveLimits; tar: string; env: Record<string, string> };

/** Reads the names in a tar file before anything is written. */
async function checkNames(file: string, context: TarContext): Promise<void> {
  let count = 0;
  let line = "";
  const output = (text: string): void => {
    const lines = (line + text).split("\n");
    line = lines.pop() ?? "";
    for (const name of lines) {
      if (++count > context.limits.files) throw tooMuch(context.limits);
      if (partsOf(name) === null) throw hostile(name);
    }
    if (line.length > 10_000) throw hostile(line);
  };
  await runTar(file, ["-t", "-f", "-"], { ...context, output });
}

/** Runs `tar` on the decompressed file. What `output` throws ends it. */
async function runTar(
  file: string,
  args: readonly string[],
  { limits, tar, env, output }: TarContext & { output(text: string): void },
): Promise<void> {
  const child = spawn(tar, args, { stdio: ["pipe", "pipe", "pipe"], env, windowsHide: true });
  let failure: Error | null = null;
  let errors = "";
  const fail = (error: Error): void => {
    failure ??= error;
    child.kill("SIGKILL");
  };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    try {
      if (failure === null) output(text);
    } catch (error) {
      fail(error as Error);
    }
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors = (errors + text).slice(-1000);
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once("error", (error) => {
      fail(error);
      resolve(null);
    });
    child.once("close", resolve);
  });
  const gunzip = createGunzip();
  const bounded = boundedBy(limits);
  await pipeline(createReadStream(file), gunzip, bounded, child.stdin).catch((error: NodeJS.ErrnoException) => {
    // `tar` may end before it has read the padding at the end.
    if (error.code !== "EPIPE" && error.code !== "ERR_STREAM_PREMATURE_CLOSE") fail(error);
  });
  const code = await ended;
  if (failure !== null) throw toolErrorOf(failure);
  if (code !== 0) throw broken(new Error(errors.trim().split("\n").at(-1) ?? `tar ${code}`));
}

const toolErrorOf = (error: Error): ToolError => (error instanceof ToolError ? error : broken(error));

const broken = (error: Error): ToolError =>
  new ToolError("failed", acpMessages.download.damaged(error.message.slice(0, 300)));

/** Fails when more comes through than may be unpacked. */
function boundedBy(limits: ArchiveLimits): Transform {
  let size = 0;
  return new Transform({
    transform(part: Buffer, _, done) {
      size += part.length;
      if (size > limits.unpacked) done(tooMuch(limits));
      else done(null, part);
    },
  });
}

/** Writes what a zip file has as plain files, which are all executable: their modes are not among what is read one after the other. Links become files. */
async function unzip(file: string, folder: string, limits: ArchiveLimits): Promise<void> {
  let [size, count] = [0, 0];
  let failure: Error | null = null;
  /** What has been decompressed, and where it belongs. */
  let pieces: { path: string; data: Uint8Array; isFirst: boolean }[] = [];
  const fail = (error: Error): void => {
    failure ??= error;
  };
  const unpack = new Unzip((entry: UnzipFile) => {
    const parts = partsOf(entry.name);
    if (parts === null || badName.test(entry.name)) return fail(hostile(entry.name));
    if (++count > limits.files) return fail(tooMuch(limits));
    if (entry.name.endsWith("/") || parts.length === 0) return;
    const path = join(folder, ...parts);
    let isFirst = true;
    entry.ondata = (error, data) => {
      if (error) return fail(error);
      size += data.length;
      if (size > limits.unpacked) return fail(tooMuch(limits));
      if (failure === null) pieces.push({ path, data, isFirst });
      isFirst = false;
    };
    entry.start();
  });
  unpack.register(UnzipInflate);
  const written = async (): Promise<void> => {
    const now = pieces;
    pieces = [];
    for (const { path, data, isFirst } of now) {
      if (isFirst) await mkdir(dirname(path), { recursive: true });
      // A name that is there twice would replace what was checked.
      const handle = await open(path, isFirst ? "wx" : "a", 0o755);
      await handle.writeFile(data).finally(() => handle.close());
    }
  };
  try {
    for await (const part of createReadStream(file, { highWaterMark: ZIP_PART })) {
      unpack.push(part);
      if (failure !== null) break;
      await written();
    }
    if (failure === null) unpack.push(new Uint8Array(), true);
    if (failure === null) await written();
  } catch (error) {
    fail(error as Error);
  }
  if (failure !== null) throw toolErrorOf(failure);
  if (count === 0) throw broken(new Error("there is nothing in the zip file"));
}

/** Only files, folders, and links that stay inside. */
async function checkTree(folder: string, limits: ArchiveLimits): Promise<void> {
  const root = await realpath(folder);
  /** How many names inside each file with several has. */
  const names = new Map<bigint, { left: bigint; path: string }>();
  let count = 0;
  const check = async (at: string): Promise<void> => {
    for (const name of await readdir(at)) {
      const path = join(at, name);
      const is = await lstat(path, { bigint: true });
      if (++count > limits.files) throw tooMuch(limits);
      if (is.isDirectory()) await check(path);
      else if (is.isSymbolicLink()) {
        const real = await realpath(path).catch(() => null);
        if (real === null || !isWithin(real, root)) throw hostile(path.slice(folder.length + 1));
      } else if (!is.isFile()) throw hostile(path.slice(folder.length + 1));
      else if (is.nlink > 1n) names.set(is.ino, { left: (names.get(is.ino)?.left ?? is.nlink) - 1n, path });
    }
  };
  await check(folder);
  for (const { left, path } of names.values()) if (left > 0n) throw hostile(path.slice(folder.length + 1));
}
