import { expect, test } from "vitest";
import * as Y from "yjs";
import { commentList, mayComment, readEntryName } from "./comment-list";

const text = "a".repeat(24);
const thread = "c_0123456789";
const message = `${thread}/message/2026-01-01T00:00:00.000Z/0123456789abcdef`;

test("an entry has the name of a thread's part or of a lock, and nothing else is one", () => {
  expect(readEntryName(`${thread}/status`)).toEqual({ owner: thread, kind: "status" });
  expect(readEntryName(message)).toEqual({ owner: thread, kind: "message" });
  expect(readEntryName("l_0123456789")).toEqual({ owner: "l_0123456789", kind: "lock" });
  for (const odd of ["", "status", `${thread}/`, `${thread}/message/../x`, "__proto__", "c_x/status", `${message}/x`])
    expect(readEntryName(odd), odd).toBeNull();
});

test("only a commenter's own additions and a status are allowed", () => {
  expect(mayComment(message, undefined, "{}")).toBe(true);
  expect(mayComment(`${thread}/status`, "{}", "{ }")).toBe(true);
  expect(mayComment(message, "{}", "{ }")).toBe(false);
  expect(mayComment(message, "{}", undefined)).toBe(false);
  expect(mayComment(`${thread}/status`, "{}", undefined)).toBe(false);
  expect(mayComment("l_0123456789", undefined, "{}")).toBe(false);
});

test("a list reports which texts have changed, and knows no entries that are not text", () => {
  const document = new Y.Doc();
  const changed: string[][] = [];
  const list = commentList(document, (texts) => changed.push([...texts]));
  list.write(text, new Map([[message, "{}"]]));
  document.getMap("comments").set(`${text}/${thread}/status`, 7);
  document.getMap("comments").set("odd", "x");
  expect(list.of(text)).toEqual(new Map([[message, "{}"]]));
  list.write(text, new Map([[message, null]]));
  expect([list.of(text).size, list.texts(), changed]).toEqual([0, [], [[text], [text], [text]]]);
});
