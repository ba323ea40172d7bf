import { type ExecFileOptions, execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { type BigIntStats, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Extended attributes and access lists. Node has no calls for them, so on Linux the system's tools copy them while the bytes are written:
 * `tar` shows whether a file has any, `cp` copies them. Starting a program costs more than a small save, so each file is checked once and
 * remembered by its inode and change time, which every change of an attribute updates. Without these tools (Windows, a minimal container)
 * nothing is copied and nothing is known.
 */
export class FilesWithoutAttributes {
  readonly #folder: string;
  readonly #known = new Set<string>();

  /** Processes with the same `folder` share what they know of the files that they save in turns: each file's last save is remembered there. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Remembers that a file in its present state has no attributes to keep. */
  add(path: string, stats: BigIntStats): void {
    if (this.#known.size > 2000) this.#known.clear();
    this.#known.add(keyOf(stats));
    try {
      writeFileSync(this.#sharedBy(path), keyOf(stats), { mode: 0o600 });
    } catch {
      // Other processes look themselves.
    }
  }

  has(path: string, stats: BigIntStats): boolean {
    const key = keyOf(stats);
    if (this.#known.has(key)) return true;
    try {
      return readFileSync(this.#sharedBy(path), "latin1") === key;
    } catch {
      return false;
    }
  }

  /** Files may share one; then the last save of either is remembered. */
  #sharedBy(path: string): string {
    return join(this.#folder, `no-attributes-${createHash("sha256").update(path).digest("hex").slice(0, 2)}`);
  }
}

const keyOf = ({ dev, ino, ctimeNs }: BigIntStats): string => `${dev} ${ino} ${ctimeNs}`;

/** What happened to a file's attributes. */
export type Attributes = { status: "none" | "unknown" | "copied" } | { status: "lost"; note: string };

/** Copies the attributes of `from` to `to`, if this user may set them. Both are names in `folder`. */
export async function copyAttributes(folder: string, from: string, to: string): Promise<Attributes> {
  if (process.platform !== "linux") return { status: "unknown" };
  const kept = ["--xattrs", "--xattrs-include=*", "--acls", "--no-recursion"];
  const listing = await run("tar", [...kept, "-cf", "-", "--", `./${from}`], folder);
  if (listing === null || listing.output === "") return { status: "unknown" };
  if (!/SCHILY\.(?:xattr|acl)/.test(listing.output)) return { status: "none" };
  const options = ["--attributes-only", "--preserve=all", "--no-preserve=timestamps,links,ownership", "--"];
  const copied = await run("cp", [...options, `./${from}`, `./${to}`], folder);
  if (copied?.complaint === "") return { status: "copied" };
  return { status: "lost", note: "some of the file's extended attributes could not be kept" };
}

/** The header with the attributes comes before the file's bytes, which are not needed. */
const HEADER_SIZE = 8192;

/** Milliseconds that a tool may take. */
const PATIENCE = 3000;

/** Runs a tool in `folder`; null if it does not exist or lacks an option. */
function run(
  program: string,
  options: string[],
  folder: string,
): Promise<{ output: string; complaint: string } | null> {
  return new Promise((resolve) => {
    // A save does not wait for a tool that hangs.
    setTimeout(resolve, PATIENCE, null).unref();
    const settings: ExecFileOptions & { encoding: "latin1" } = {
      cwd: folder,
      timeout: PATIENCE,
      maxBuffer: HEADER_SIZE,
      encoding: "latin1",
      env: { PATH: process.env["PATH"], LC_ALL: "C" },
    };
    execFile(program, options, settings, (error, output, complaint) => {
      const missing = error !== null && "code" in error && error.code === "ENOENT";
      if (missing || /unrecognized option|invalid option|unknown option/i.test(complaint)) resolve(null);
      else resolve({ output, complaint: complaint.trim() });
    });
  });
}
