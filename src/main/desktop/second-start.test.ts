import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readCommandLine } from "./command-line";
import { fitsOneMessage, fromLockData, shortArgs, toLockData, withListedPaths } from "./second-start";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "galley-handed-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const many = Array.from({ length: 300 }, (_, number) => `/home/ann/${"chapter and verse ".repeat(6)}${number}.md`);

test("whatever the file names, the data for the running app is ASCII: otherwise Electron would kill that app", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme" })), fc.boolean(), (paths, newWindow) => {
      const { asked } = toLockData({ paths, newWindow });
      expect(asked).toMatch(/^[!-~]*$/);
      expect(fromLockData(toLockData({ paths, newWindow }))).toEqual({ paths, newWindow });
    }),
    { numRuns: 100 },
  );
  expect(fromLockData(toLockData({ paths: ["/n/b.md", "/n/第三 文档.md"], newWindow: false })).paths).toHaveLength(2);
});

test("invalid data requests nothing", () => {
  const nothing = { paths: [], newWindow: false };
  for (const data of [null, 1, "a", {}, { asked: "%" }, { asked: "null" }, { asked: "[]" }, { asked: '{"paths":1}' }])
    expect(fromLockData(data)).toEqual(nothing);
  expect(fromLockData({ asked: '{"paths":["/a",1],"newWindow":"yes"}' })).toEqual({ paths: ["/a"], newWindow: false });
});

test("a command line too long for one message goes through a file that is read once", () => {
  expect(fitsOneMessage(["galley", "a.md"], "/", { paths: ["/a.md"], newWindow: false })).toBe(true);
  expect(fitsOneMessage(["galley", ...many], "/", { paths: [], newWindow: false })).toBe(false);
  expect(fitsOneMessage(["galley"], "/", { paths: many, newWindow: false })).toBe(false);

  const asked = { paths: many, newWindow: true };
  const args = shortArgs(["--no-sandbox", "--data", "x", "--new-window", ...many, "--", "--b"], dataDir, asked);
  expect(args).toEqual(["--no-sandbox", expect.stringMatching(/^--open-list=/)]);
  expect(fitsOneMessage(args, "/", { paths: [], newWindow: false })).toBe(true);
  const { dataDir: _, ...line } = readCommandLine(args, "/");
  expect(line.paths).toEqual([]);
  const received = fromLockData(toLockData(line));
  expect(withListedPaths(dataDir, received)).toEqual(asked);
  expect(readdirSync(join(dataDir, "handed"))).toEqual([]);
  expect(withListedPaths(dataDir, received)).toEqual(received);
});

test("a start with too many switches does not start itself again and again", () => {
  const long = ["--no-sandbox", `--user-agent=${"x".repeat(40_000)}`, ...Array(3000).fill("--force-dark-mode")];
  const args = shortArgs([...long, "a.md"], dataDir, { paths: ["/a.md"], newWindow: false });
  expect(args[0]).toBe("--no-sandbox");
  const line = readCommandLine(args, "/");
  expect(fitsOneMessage(args, "/".repeat(4000), line)).toBe(true);
});

test("a list is named by its id only, so no other file is read or removed", () => {
  writeFileSync(join(dataDir, "letter.json"), '{"paths":["/a"]}');
  for (const id of ["../letter", join(dataDir, "letter"), "", "."])
    expect(withListedPaths(dataDir, { paths: [], newWindow: false, list: id }).paths).toEqual([]);
  expect(readdirSync(dataDir)).toEqual(["letter.json"]);
});
