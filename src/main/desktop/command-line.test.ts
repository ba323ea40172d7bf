import { expect, test } from "vitest";
import { readCommandLine } from "./command-line";

const read = (...argv: string[]) => readCommandLine(argv, "/here");

test("paths are relative to the user's folder, and switches are ignored", () => {
  expect(read("a.md", "--no-sandbox", "/abs/b.md", "--inspect=0")).toEqual({
    dataDir: null,
    newWindow: false,
    paths: ["/here/a.md", "/abs/b.md"],
  });
  expect(read("--data", "x", "a.md")).toEqual({ dataDir: "/here/x", newWindow: false, paths: ["/here/a.md"] });
  expect(read("a.md", "/here/a.md", "b.md", "a.md").paths).toEqual(["/here/a.md", "/here/b.md"]);
  expect(read("--data=/x", "--new-window")).toEqual({ dataDir: "/x", newWindow: true, paths: [] });
});

test.skipIf(process.platform === "win32")("file URLs are paths, except those of other machines", () => {
  expect(read("file:///n/a%20b%E4%B8%89.md", "file://other/n/a.md", "file:///n/%2F.md").paths).toEqual([
    "/n/a b三.md",
    "/here/file:/other/n/a.md",
    "/here/file:/n/%2F.md",
  ]);
  expect(read("--", "file:///n/a.md").paths).toEqual(["/here/file:/n/a.md"]);
});

test("after -- every argument is a path, even if it looks like a switch [A22]", () => {
  const { newWindow, paths } = read("--", "--new-window", "-rf.md");
  expect([newWindow, paths]).toEqual([false, ["/here/--new-window", "/here/-rf.md"]]);
});
