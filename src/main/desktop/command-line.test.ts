import { expect, test } from "vitest";
import { readCommandLine } from "./command-line";

const read = (...words: string[]) => readCommandLine(words, "/here");

test("paths are taken from where the person was, switches are passed over", () => {
  expect(read("a.md", "--no-sandbox", "/abs/b.md", "--inspect=0")).toEqual({
    dataDir: null,
    newWindow: false,
    paths: ["/here/a.md", "/abs/b.md"],
  });
  expect(read("--data", "x", "a.md")).toEqual({ dataDir: "/here/x", newWindow: false, paths: ["/here/a.md"] });
  expect(read("--data=/x", "--new-window")).toEqual({ dataDir: "/x", newWindow: true, paths: [] });
});

test("after -- everything is a path, even one that looks like a switch [A22]", () => {
  const { newWindow, paths } = read("--", "--new-window", "-rf.md");
  expect([newWindow, paths]).toEqual([false, ["/here/--new-window", "/here/-rf.md"]]);
});
