import { expect, test } from "vitest";
import { parseResourceUri, resourceUri } from "./resource-addresses";

test.each(["/home/anna/notes.md", "/home/anna/会议 记录/第一 章.md", "/w/a%20b #1?.md", "/w/-x & $y.md"])(
  "the address of %s leads back to it",
  (path) => {
    const uri = resourceUri({ kind: "document", path });
    expect(uri).toMatch(/^galley:\/\/document\/[\w\-.~%!*'()/]+$/);
    expect(parseResourceUri(uri)).toEqual({ kind: "document", path });
  },
);

test("a Windows path has a slash before its drive", () => {
  const uri = resourceUri({ kind: "folder", path: "C:\\Users\\anna\\My Notes" });
  expect(uri).toBe("galley://folder/C%3A/Users/anna/My%20Notes");
  expect(parseResourceUri(uri)).toEqual({ kind: "folder", path: "C:/Users/anna/My Notes" });
});

test.each([
  "",
  "galley://",
  "galley://document",
  "file:///w/a.md",
  "galley://book/w",
  "galley://document/%",
  "galley://document/a%00b",
])("%j is no address", (uri) => {
  expect(parseResourceUri(uri)).toBeNull();
});
