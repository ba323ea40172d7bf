import { expect, test } from "vitest";
import { newFilePath } from "./new-file-path";

test("a new file gets an extension if it has none, and parent folders", () => {
  expect(newFilePath("notes/new")).toBe("notes/new.md");
  expect(newFilePath(" 笔记\\第一章 ")).toBe("笔记/第一章.md");
  expect(newFilePath("list.txt")).toBe("list.txt");
  expect(newFilePath("v1.2 draft")).toBe("v1.2 draft.md");
});

test("an invalid path offers no file", () => {
  for (const text of [
    "",
    " ",
    "/etc/passwd",
    "../up",
    "a/../b",
    "a//",
    "a/",
    "a/.hidden/b",
    "what?",
    "a:b",
    'say "x"',
    "a|b",
    "dot./x",
    "x\u0000y",
  ])
    expect(newFilePath(text), JSON.stringify(text)).toBeNull();
  expect(newFilePath(Array(30).fill("a").join("/"))).toBeNull();
});

test("no file is offered with the extension of an image, an Office document or another format that is not text", () => {
  for (const text of ["harbour.png", "assets/Harbour.JPG", "plan.pdf", "song.mp3", "all.zip", "report.docx", "x.xlsx"])
    expect(newFilePath(text), text).toBeNull();
  expect(newFilePath("drawing.png.md")).toBe("drawing.png.md");
});
