import { expect, test } from "vitest";
import { readCommandLine } from "./command-line";

const read = (...words: string[]) => readCommandLine(words, "/here");

test("paths are taken from where the person was, switches are passed over", () => {
  expect(read("a.md", "--no-sandbox", "/abs/b.md", "--inspect=0")).toEqual({
    dataDir: null,
    paths: ["/here/a.md", "/abs/b.md"],
  });
  expect(read("--data", "x", "a.md")).toEqual({ dataDir: "/here/x", paths: ["/here/a.md"] });
  expect(read("--data=/x")).toEqual({ dataDir: "/x", paths: [] });
});

test("after -- everything is a path, even one that looks like a switch", () => {
  expect(read("--", "--data", "-rf.md")).toEqual({ dataDir: null, paths: ["/here/--data", "/here/-rf.md"] });
});
