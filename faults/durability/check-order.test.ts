import { expect, test } from "vitest";
import { checkOrder } from "./check-order";
import { type FileCall, readRecord } from "./file-record";

type Step = FileCall extends infer Call ? (Call extends FileCall ? Omit<Call, "start" | "end"> : never) : never;
const sequential = (steps: readonly Step[]): FileCall[] =>
  steps.map((step, index) => ({ ...step, start: index, end: index }) as FileCall);

const write = (path: string): Step => ({ what: "write", path });
const sync = (path: string): Step => ({ what: "sync", path });
const rename = (path: string, to: string): Step => ({ what: "rename", path, to });
const confirmed: Step = { what: "print", text: "done\n" };
const history = [write("/data/history.db-wal"), sync("/data/history.db-wal")];
const temporary = [{ what: "make", path: "/w/.t" }, write("/w/.t"), sync("/w/.t")] as const;
const replace = [...history, ...temporary, rename("/w/.t", "/w/a.md"), sync("/w"), confirmed];

const rules = {
  matters: /\/w\/a|\/data/,
  confirmed: /^done/,
  first: [{ backup: /history\.db-wal|objects/, target: /a\.md$/ }],
  there: new Set(["/w", "/w/a.md", "/data", "/data/history.db-wal"]),
};
const check = (steps: readonly Step[]) => checkOrder(sequential(steps), rules);
const without = (step: Step | undefined) => replace.filter((each) => each !== step);

test("a replacement in the right order has no errors", () => {
  expect(check(replace)).toEqual([]);
});

test("every missing sync is reported", () => {
  expect(check(without(temporary[2]))).toContain("/w/a.md gets a file before this is on the disk: a write to /w/.t");
  expect(check(replace.filter((each) => each.what !== "sync" || each.path !== "/w")).join()).toContain(
    "confirmed before this is on the disk: the name /w/a.md",
  );
  expect(check(without(history[1]))).toEqual([
    "/w/a.md is changed before this is on the disk: a write to /data/history.db-wal",
    "confirmed before this is on the disk: a write to /data/history.db-wal",
  ]);
});

test("a sync that comes too late is reported", () => {
  const syncedLate = [write("/w/.t"), rename("/w/.t", "/w/a.md"), sync("/w/a.md"), sync("/w"), confirmed];
  expect(check([...history, ...syncedLate])).toEqual([
    "/w/a.md gets a file before this is on the disk: a write to /w/.t",
  ]);
  expect(check([...temporary, rename("/w/.t", "/w/a.md"), sync("/w"), ...history, confirmed])).toEqual([
    "/w/a.md is changed before anything is written to history\\.db-wal|objects",
  ]);
});

test("the name of an object file must be on the disk, and that of its folder too", () => {
  const object = (...syncs: Step[]) => [
    { what: "make folder", path: "/data/objects" } as const,
    { what: "make", path: "/data/objects/.p" } as const,
    write("/data/objects/.p"),
    sync("/data/objects/.p"),
    rename("/data/objects/.p", "/data/objects/v"),
    ...syncs,
    ...replace,
  ];
  expect(check(object(sync("/data/objects"), sync("/data")))).toEqual([]);
  expect(check(object(sync("/data"))).join()).toContain("before this is on the disk: the name /data/objects/v");
  expect(check(object(sync("/data/objects"))).join()).toContain("before this is on the disk: the name /data/objects");
});

test("a sync does not cover a write that had not ended when the sync began", () => {
  const calls: FileCall[] = [
    { what: "write", path: "/w/a.md", start: 0, end: 2 },
    { what: "sync", path: "/w/a.md", start: 1, end: 3 },
    { what: "print", text: "done", start: 4, end: 4 },
  ];
  const { first: _, ...noFirst } = rules;
  expect(checkOrder(calls, noFirst)).toEqual(["confirmed before this is on the disk: a write to /w/a.md"]);
  expect(checkOrder([{ ...calls[0], end: 0 } as FileCall, ...calls.slice(1)], noFirst)).toEqual([]);
});

test("a backup written before the write began does not count", () => {
  const begins: Step = { what: "print", text: "begins\n" };
  const checked = (steps: readonly Step[]) => checkOrder(sequential(steps), { ...rules, begins: /^begins/ });
  expect(checked([begins, ...replace])).toEqual([]);
  expect(checked([...history, begins, ...replace.slice(history.length)])).toEqual([
    "/w/a.md is changed before anything is written to history\\.db-wal|objects",
  ]);
});

test("a write that was never confirmed is an error", () => {
  expect(check(without(confirmed))).toEqual(["nothing was confirmed with ^done"]);
});

test("a strace record is parsed with overlapping calls, open folders, failures and printed lines", () => {
  const record = [
    '71 openat(AT_FDCWD, "/w", O_RDONLY|O_DIRECTORY) = 23</w>',
    '71 openat(AT_FDCWD, "/proc/self/fd/23/.t", O_WRONLY|O_CREAT|O_EXCL, 0600) = 24</w/.t>',
    '72 pwrite64(24</w/.t>, "text, \\"quoted\\" > (deleted)"..., 400, 0 <unfinished ...>',
    "73 fdatasync(25</data/history.db-wal>) = 0",
    "72 <... pwrite64 resumed>) = 400",
    "72 fsync(24</w/.t>) = -1 EIO (Input/output error)",
    '71 rename("/proc/self/fd/23/.t", "/proc/self/fd/23/a.md") = 0',
    "71 fsync(23</w>) = 0",
    '71 write(1<pipe:[7]>, "done\\n", 5) = 5',
    "71 +++ exited with 0 +++",
  ].join("\n");
  expect(readRecord(record)).toEqual([
    { what: "make", path: "/w/.t", start: 1, end: 1 },
    { what: "write", path: "/w/.t", start: 2, end: 4 },
    { what: "sync", path: "/data/history.db-wal", start: 3, end: 3 },
    { what: "rename", path: "/w/.t", to: "/w/a.md", start: 6, end: 6 },
    { what: "sync", path: "/w", start: 7, end: 7 },
    { what: "print", text: "done\n", start: 8, end: 8 },
  ]);
});
