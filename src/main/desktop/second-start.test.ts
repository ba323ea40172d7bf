import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readCommandLine } from "./command-line";
import { fitsOneMessage, handed, shortWords, toHand, withItsList } from "./second-start";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "galley-handed-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const many = Array.from({ length: 300 }, (_, number) => `/home/ann/${"chapter and verse ".repeat(6)}${number}.md`);

test("whatever the file names, the data for the running app is ASCII: otherwise Electron would kill that app", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme" })), fc.boolean(), (paths, newWindow) => {
      const { asked } = toHand({ paths, newWindow });
      expect(asked).toMatch(/^[!-~]*$/);
      expect(handed(toHand({ paths, newWindow }))).toEqual({ paths, newWindow });
    }),
    { numRuns: 100 },
  );
  expect(handed(toHand({ paths: ["/n/b.md", "/n/第三 文档.md"], newWindow: false })).paths).toHaveLength(2);
});

test("invalid data requests nothing", () => {
  const nothing = { paths: [], newWindow: false };
  for (const data of [null, 1, "a", {}, { asked: "%" }, { asked: "null" }, { asked: "[]" }, { asked: '{"paths":1}' }])
    expect(handed(data)).toEqual(nothing);
  expect(handed({ asked: '{"paths":["/a",1],"newWindow":"yes"}' })).toEqual({ paths: ["/a"], newWindow: false });
});

test("a command line too long for one message goes through a file that is read once", () => {
  expect(fitsOneMessage(["galley", "a.md"], "/", { paths: ["/a.md"], newWindow: false })).toBe(true);
  expect(fitsOneMessage(["galley", ...many], "/", { paths: [], newWindow: false })).toBe(false);
  expect(fitsOneMessage(["galley"], "/", { paths: many, newWindow: false })).toBe(false);

  const asked = { paths: many, newWindow: true };
  const words = shortWords(["--no-sandbox", "--data", "x", "--new-window", ...many, "--", "--b"], dataDir, asked);
  expect(words).toEqual(["--no-sandbox", expect.stringMatching(/^--open-list=/)]);
  expect(fitsOneMessage(words, "/", { paths: [], newWindow: false })).toBe(true);
  const { dataDir: _, ...line } = readCommandLine(words, "/");
  expect(line.paths).toEqual([]);
  const arrived = handed(toHand(line));
  expect(withItsList(dataDir, arrived)).toEqual(asked);
  expect(readdirSync(join(dataDir, "handed"))).toEqual([]);
  expect(withItsList(dataDir, arrived)).toEqual(arrived);
});

test("a start with too many switches does not start itself again and again", () => {
  const long = ["--no-sandbox", `--user-agent=${"x".repeat(40_000)}`, ...Array(3000).fill("--force-dark-mode")];
  const words = shortWords([...long, "a.md"], dataDir, { paths: ["/a.md"], newWindow: false });
  expect(words[0]).toBe("--no-sandbox");
  const line = readCommandLine(words, "/");
  expect(fitsOneMessage(words, "/".repeat(4000), line)).toBe(true);
});

test("a list is named by its id only, so no other file is read or removed", () => {
  writeFileSync(join(dataDir, "letter.json"), '{"paths":["/a"]}');
  for (const id of ["../letter", join(dataDir, "letter"), "", "."])
    expect(withItsList(dataDir, { paths: [], newWindow: false, list: id }).paths).toEqual([]);
  expect(readdirSync(dataDir)).toEqual(["letter.json"]);
});
