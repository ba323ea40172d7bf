import { expect, test } from "vitest";
import { createGuestPaths } from "./guest-paths";

const paths = createGuestPaths("/srv/docs");

test("guests see paths below the folder's name, and what they ask for is looked for where it is", () => {
  expect(paths.root).toBe("/docs");
  const answer = {
    workspace: { root: "/srv/docs", name: "docs" },
    entries: [{ path: "/srv/docs/a/b.md" }, { path: "a/b.md" }, { path: "/srv/docs2/a.md" }],
    folders: ["/srv/docs", "/srv/docs/a"],
    error: { message: "/srv/docs/a.md could not be read" },
  };
  const shown = {
    workspace: { root: "/docs", name: "docs" },
    entries: [{ path: "/docs/a/b.md" }, { path: "a/b.md" }, { path: "/srv/docs2/a.md" }],
    folders: ["/docs", "/docs/a"],
    error: { message: "/docs/a.md could not be read" },
  };
  expect(paths.shown(answer)).toEqual(shown);
  expect(paths.real("/docs/a.md")).toBe("/srv/docs/a.md");
  expect(paths.real(["/docs", "/docsearch"])).toEqual(["/srv/docs", "/docsearch"]);
  expect(paths.real({ doc: "d1", path: "/docs/../../etc/passwd" })).toEqual({ doc: "d1", path: "/etc/passwd" });
});

test("words of a document stay what they are, whatever they look like", () => {
  const text = "/srv/docs/a.md";
  const document = { text, changes: [{ from: 0, to: 3, insert: text }], messages: [{ text }], words: [text] };
  expect(paths.shown(document)).toEqual(document);
  expect(paths.shown(text)).toBe(text);
  const typed = { doc: "d1", changes: [{ from: 0, to: 0, insert: "/docs/a.md" }] };
  expect(paths.real(typed)).toEqual(typed);
});
