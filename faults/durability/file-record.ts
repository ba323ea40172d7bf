/** A system call of a process that affects what is on the disk. */
export type FileCall = {
  /** Calls of several threads overlap: the lines of the record at which it began and ended. */
  start: number;
  end: number;
} & (
  | { what: "write" | "sync" | "make" | "remove" | "make folder"; path: string }
  | { what: "rename" | "link"; path: string; to: string }
  /** A line on standard output. */
  | { what: "print"; text: string }
);

/** The calls that `readRecord` understands. */
const tracedCalls = [
  ...["openat", "open", "creat", "mkdir", "mkdirat", "write", "pwrite64", "writev", "pwritev", "pwritev2", "fsync"],
  ...["fdatasync", "ftruncate", "truncate", "fallocate", "copy_file_range", "sendfile", "rename", "renameat"],
  ...["renameat2", "link", "linkat", "unlink", "unlinkat"],
];

/** The strace command that records a program with all its threads in `file`; the program follows. Other calls than those traced do not stop it. */
export const recording = (file: string): string[] => [
  ...["strace", "-f", "--seccomp-bpf", "-y", "-s", "64", "-o", file, "-e", "signal=none"],
  ...["-e", `trace=${tracedCalls.map((call) => `?${call}`).join(",")}`],
];

/**
 * The calls in a record of `strace -f -y`, in the order they began, without those that failed or never ended. Paths through `/proc/self/fd`
 * are resolved to the open folders.
 */
export function readRecord(record: string): FileCall[] {
  const calls: FileCall[] = [];
  const begun = new Map<string, { start: number; text: string }>();
  const folders = new Map<string, string>();
  for (const [index, line] of record.split("\n").entries()) {
    const [, thread = "", callText = ""] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    const unfinished = /^(.*?)\s*<unfinished \.\.\.>$/.exec(callText)?.[1];
    if (unfinished !== undefined) {
      begun.set(thread, { start: index, text: unfinished });
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(callText)?.[1];
    const before = resumed === undefined ? undefined : begun.get(thread);
    begun.delete(thread);
    const whole = before === undefined ? callText : before.text + (resumed ?? "");
    const call = callOf(whole, folders);
    if (call !== null) calls.push({ ...call, start: before?.start ?? index, end: index });
  }
  return calls.sort((a, b) => a.start - b.start);
}

type Bare = FileCall extends infer Call ? (Call extends FileCall ? Omit<Call, "start" | "end"> : never) : never;

function callOf(text: string, folders: Map<string, string>): Bare | null {
  const [, name = "", args = "", result = ""] = /^(\w+)\((.*)\)\s+= (.*)$/.exec(text) ?? [];
  if (name === "" || result.startsWith("-1") || result.startsWith("?")) return null;
  const [file = null] = opened(args);
  const named = namesIn(args).map((path) => realPathOf(path, folders));
  const [first = "", second = ""] = named;
  switch (name) {
    case "openat":
    case "open":
    case "creat": {
      const [fd, path] = /^(\d+)<(.*)>$/.exec(result)?.slice(1) ?? [];
      if (fd !== undefined && path !== undefined) folders.set(fd, path);
      if (/O_TRUNC/.test(args) && !/O_CREAT/.test(args)) return { what: "write", path: path ?? first };
      return /O_CREAT/.test(args) || name === "creat" ? { what: "make", path: path ?? first } : null;
    }
    case "mkdir":
    case "mkdirat":
      return { what: "make folder", path: first };
    case "fsync":
    case "fdatasync":
      return file && { what: "sync", path: file.path };
    case "rename":
    case "renameat":
    case "renameat2":
      return { what: "rename", path: first, to: second };
    case "link":
    case "linkat":
      return { what: "link", path: first, to: second };
    case "unlink":
    case "unlinkat":
      return { what: "remove", path: first };
    case "truncate":
      return { what: "write", path: first };
    case "copy_file_range":
    case "sendfile": {
      const target = opened(args)[name === "sendfile" ? 0 : 1];
      return target ? { what: "write", path: target.path } : null;
    }
    default:
      if (file?.fd === "1") return { what: "print", text: namesIn(args)[0] ?? "" };
      return file && { what: "write", path: file.path };
  }
}

/** The open files among the arguments, as in `23</a/b>`. Anything else, such as `1<pipe:[7]>`, has that as its path. */
const opened = (args: string): { fd: string; path: string }[] =>
  [...args.matchAll(/(?:^|, )(\d+)<((?:[^>\\]|\\.)*)>/g)].map(([, fd = "", path = ""]) => ({
    fd,
    path: path.replace(/ \(deleted\)$/, "").replace(/>?\(deleted\)$/, ""),
  }));

/** The quoted arguments, unescaped; names here are simple. */
const namesIn = (args: string): string[] =>
  [...args.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, name = ""]) => name.replace(/\\n/g, "\n").replace(/\\"/g, '"'));

function realPathOf(path: string, folders: ReadonlyMap<string, string>): string {
  const [, fd = "", rest = ""] = /^\/proc\/self\/fd\/(\d+)(\/.*)?$/.exec(path) ?? [];
  const folder = folders.get(fd);
  return folder === undefined ? path : folder + rest;
}
