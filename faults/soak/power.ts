import { execFileSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** The bytes that the system writes at once; a power cut never divides them. */
const PAGE = 4096;

/** Chromium's own folder in the app's data. It holds no text of a user, and a cut leaves it as it is. */
const BROWSER = "browser";

/** A file or folder, as the synced disk has it. */
type Entry = { kind: "file" | "folder"; key: string; mode: number; name: string };

/** How much of what was never synced is there after a cut. */
export type Fate = "as synced" | "as written" | "in part";

/** Chooses what becomes of the names in a folder, or of the bytes of a file. */
export type NextFate = (kind: Entry["kind"]) => Fate;

/** Mostly nothing. */
const fates: readonly Fate[] = ["as synced", "as synced", "as synced", "as written", "in part"];
const randomFate = (): Fate => fates[Math.floor(Math.random() * fates.length)] ?? "as synced";

/** As file systems do that write their own records before the bytes of files: a file may be removed before what took its place is there. */
export const namesFirst: NextFate = (kind) => (kind === "folder" ? "as written" : "as synced");

/**
 * The disk and the clock of a group of processes into which `power.c` is loaded. The disk remembers the last synced state of each file and folder
 * below `folders`, and `cut` restores it.
 */
export class Power {
  readonly #library: string;
  readonly #clock: number;
  readonly #disk: string;

  private constructor(
    private readonly place: string,
    private readonly folders: readonly string[],
  ) {
    this.#library = join(place, "power.so");
    this.#disk = join(place, "disk");
    const source = join(import.meta.dirname, "power.c");
    execFileSync("cc", ["-O2", "-shared", "-fPIC", "-o", this.#library, source, "-ldl"]);
    this.#clock = openSync(join(place, "clock"), "w+");
    this.setAhead(0);
    this.#remember();
  }

  /** Works in the folder `place`, which is on the same file system as `folders`. Null without a C compiler, and outside Linux. */
  static over(place: string, folders: readonly string[]): Power | null {
    if (process.platform !== "linux") return null;
    try {
      execFileSync("cc", ["--version"], { stdio: "ignore" });
    } catch {
      return null;
    }
    return new Power(place, folders);
  }

  /** The variables that give a process this disk and this clock. */
  get env(): Record<string, string> {
    return {
      LD_PRELOAD: this.#library,
      GALLEY_SOAK_CLOCK: join(this.place, "clock"),
      GALLEY_SOAK_DISK: this.#disk,
      GALLEY_SOAK_FOLDERS: this.folders.join("\n"),
    };
  }

  /** Sets the clocks of all processes ahead by so many milliseconds, or behind. */
  setAhead(ms: number): void {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(ms));
    // In place: the file is mapped.
    writeSync(this.#clock, bytes, 0, 8, 0);
  }

  /** Kills every process that has this disk, and waits until none is left. */
  async killAll(): Promise<void> {
    for (;;) {
      const left = this.#running();
      if (left.length === 0) return;
      for (const pid of left) {
        try {
          process.kill(pid, "SIGKILL");
        } catch {
          // It has already ended.
        }
      }
      await sleep(20);
    }
  }

  /** Looked up by the mapped library: Chromium's processes overwrite their environment with a title. */
  #running(): number[] {
    return readdirSync("/proc").flatMap((name) => {
      if (!/^\d+$/.test(name) || Number(name) === process.pid) return [];
      try {
        return readFileSync(`/proc/${name}/maps`, "latin1").includes(this.#library) ? [Number(name)] : [];
      } catch {
        return [];
      }
    });
  }

  /**
   * Leaves the folders as a power cut would. Everything synced is there. What was not synced has a fate for each file (nothing, all, or some pages)
   * and each folder (all names or none); by default random, or `namesFirst` for all. No process may be running.
   */
  cut(nextFate: NextFate = Math.random() < 0.5 ? namesFirst : randomFate): void {
    for (const folder of this.folders) {
      const fresh = `${folder}.after-cut`;
      mkdirSync(fresh, { mode: 0o700 });
      this.#restore({ key: keyOf(folder), from: folder, to: fresh }, new Map(), nextFate);
      for (const name of readdirSync(folder)) if (name !== BROWSER) rmSync(join(folder, name), { recursive: true });
      for (const name of readdirSync(fresh)) renameSync(join(fresh, name), join(folder, name));
      rmSync(fresh, { recursive: true });
    }
    this.#remember();
  }

  /** `from` is where the folder is now; null if it was removed. `restored` has the new path of each file, by its key, for its other names. */
  #restore(
    { key, from, to }: { key: string; from: string | null; to: string },
    restored: Map<string, string>,
    nextFate: NextFate,
  ): void {
    // A folder whose names were never synced is empty.
    const synced = readIfThere(join(this.#disk, "folders", key));
    if (synced === null) return;
    const now = from === null ? [] : entriesIn(from);
    const paths = new Map(now.map((entry) => [entry.key, join(from ?? "", entry.name)]));
    const isAsWritten = from !== null && nextFate("folder") === "as written";
    for (const entry of isAsWritten ? now : entriesOf(synced.toString())) {
      const target = join(to, entry.name);
      const other = restored.get(entry.key);
      if (entry.kind === "folder") {
        mkdirSync(target);
        this.#restore({ key: entry.key, from: paths.get(entry.key) ?? null, to: target }, restored, nextFate);
      } else if (other !== undefined) linkSync(other, target);
      else {
        writeFileSync(target, this.#bytesOf(entry.key, paths.get(entry.key), nextFate("file")));
        restored.set(entry.key, target);
      }
      chmodSync(target, entry.mode);
    }
  }

  #bytesOf(key: string, path: string | undefined, fate: Fate): Buffer {
    const synced = readIfThere(join(this.#disk, "files", key)) ?? Buffer.alloc(0);
    const written = fate === "as synced" || path === undefined ? null : readIfThere(path);
    if (written === null) return synced;
    return fate === "as written" ? written : mixed(synced, written);
  }

  /** Takes the present state as synced. */
  #remember(): void {
    rmSync(this.#disk, { recursive: true, force: true });
    for (const name of ["files", "folders", "locks"]) mkdirSync(join(this.#disk, name), { recursive: true });
    for (const folder of this.folders) this.#rememberFolder(folder);
  }

  #rememberFolder(folder: string): void {
    const entries = entriesIn(folder);
    const lines = entries.map(({ kind, key, mode, name }) => `${kind} ${key} ${mode.toString(8)} ${name}\n`);
    writeFileSync(join(this.#disk, "folders", keyOf(folder)), lines.join(""));
    for (const { kind, key, name } of entries)
      if (kind === "folder") this.#rememberFolder(join(folder, name));
      else copyFileSync(join(folder, name), join(this.#disk, "files", key));
  }

  close(): void {
    closeSync(this.#clock);
  }
}

const readIfThere = (path: string): Buffer | null => (existsSync(path) ? readFileSync(path) : null);

/** As in `power.c`. */
function keyOf(path: string): string {
  const { ino, birthtimeNs } = lstatSync(path, { bigint: true });
  return `${ino}-${birthtimeNs}`;
}

/** The files and folders in a folder, without Chromium's. */
function entriesIn(folder: string): Entry[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const kind = entry.isDirectory() ? "folder" : entry.isFile() ? "file" : null;
    if (kind === null || entry.name === BROWSER) return [];
    const path = join(folder, entry.name);
    return [{ kind, key: keyOf(path), mode: lstatSync(path).mode & 0o7777, name: entry.name } as const];
  });
}

/** The entries of a folder, from the lines that `power.c` wrote. */
const entriesOf = (lines: string): Entry[] =>
  lines.split("\n").flatMap((line) => {
    const [, kind, key = "", mode = "", name = ""] = /^(file|folder) (\S+) (\d+) (.*)$/.exec(line) ?? [];
    if ((kind !== "file" && kind !== "folder") || name === BROWSER) return [];
    return [{ kind, key, mode: Number.parseInt(mode, 8), name }];
  });

/** Of either length; each page is the old one or the new one, and zeros where that one has none. */
function mixed(synced: Buffer, written: Buffer): Buffer {
  const choose = () => (Math.random() < 0.5 ? synced : written);
  const bytes = Buffer.alloc(choose().length);
  for (let at = 0; at < bytes.length; at += PAGE) {
    const source = choose();
    if (at < source.length) source.copy(bytes, at, at, Math.min(at + PAGE, bytes.length));
  }
  return bytes;
}
