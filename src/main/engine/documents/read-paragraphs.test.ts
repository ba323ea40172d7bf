import { expect, it } from "vitest";
import { readParagraphs } from "../../../core/markdown/paragraphs";
import { packagesInThread } from "../office/jobs/packages";
import type { Documents } from "../ports/documents";
import { createParagraphReader } from "./read-paragraphs";

const readerOf = (realPath: string, text: string) =>
  createParagraphReader({
    documents: { read: async () => ({ realPath, version: "v", text, warnings: [] }) } as unknown as Documents,
    ids: {} as never,
    packages: packagesInThread(),
    roots: [],
  });

it.each(["/w/a.md", "/w/a.txt"])(
  "other work runs while a long text is split, and the result is the same: %s",
  async (path) => {
    const text = "# Heading\n\nSome text\n\n- one\n  two\n\n```\ncode\n\n".repeat(50_000);
    let turns = 0;
    let isReading = true;
    const count = () => {
      turns++;
      if (isReading) setImmediate(count);
    };
    setImmediate(count);
    const document = await readerOf(path, text).read(path);
    isReading = false;
    expect(turns).toBeGreaterThan(text.length / 1_000_000 - 1);
    expect(document.paragraphs).toEqual(readParagraphs(text, path.endsWith("md") ? "markdown" : "text"));
  },
);

it("a short text is split when its paragraphs are requested, and only once", async () => {
  const document = await readerOf("/w/a.md", "# A\n\nb\n").read("/w/a.md");
  expect(document.paragraphs).toHaveLength(2);
  expect(document.paragraphs).toBe(document.paragraphs);
});
