import { expect, test } from "vitest";
import { documentFacts, momentOf } from "./document-facts";

test("title, authors, date and language are read from front matter", () => {
  const text =
    '---\ntitle: "The \\"big\\" storm" # draft\nauthor: Ada Lovelace\ndate: 2026-01-02\nlang: en-GB\n---\nText\n';
  expect(documentFacts(text)).toEqual({
    title: 'The "big" storm',
    authors: ["Ada Lovelace"],
    date: "2026-01-02",
    lang: "en-GB",
  });
});

test("authors can be a list, in each of its forms", () => {
  const authors = (yaml: string) => documentFacts(`---\n${yaml}\n---\n`).authors;
  expect(authors("author: [Ada, 'Bob O''Hara']")).toEqual(["Ada", "Bob O'Hara"]);
  expect(authors("authors:\n  - Ada\n  - name: Bob\n    email: b@c.d")).toEqual(["Ada", "Bob"]);
  expect(authors("author:\ntags:\n  - x")).toEqual([]);
  expect(authors("author: {a: b}")).toEqual([]);
});

test("a document without front matter says nothing", () => {
  expect(documentFacts("author: nobody\n")).toEqual({ title: "", authors: [], date: "", lang: "" });
  expect(documentFacts("---\nlang: '<b>'\n---\n").lang).toBe("");
});

test("a date is a moment if it is written as ISO 8601 says", () => {
  expect(momentOf("2026-01-02")).toBe("2026-01-02T00:00:00Z");
  expect(momentOf("2026-01-02T10:30:00+02:00")).toBe("2026-01-02T08:30:00Z");
  expect(momentOf("2026-13-45")).toBeNull();
  expect(momentOf("last spring")).toBeNull();
});
