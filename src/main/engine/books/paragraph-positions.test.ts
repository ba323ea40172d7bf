import { expect, test } from "vitest";
import type { OpenBook } from "./books";
import { paragraphPositions, protectedParagraphs } from "./paragraph-positions";

const files: Record<string, string> = {
  "/w/book/1.md": "---\ntitle: One\n---\n\nOne\n\nNobody came.\n",
  "/w/book/2.md": "Two.\n",
};

/** A book whose second paragraph has changed in its file since it was read. */
function opened() {
  const paragraphsOf = (...texts: string[]) => texts.map((text) => ({ id: text, text }));
  const chapters = [
    {
      id: "1",
      path: "1.md",
      preface: "---\ntitle: One\n---\n\n",
      paragraphs: paragraphsOf("One", "Changed", "Nobody came."),
    },
    { id: "2", path: "2.md", preface: "", paragraphs: paragraphsOf("Two.", "Changed, too") },
  ];
  const positions = new Map(
    chapters.flatMap(({ paragraphs }, chapter) => paragraphs.map(({ id }) => [id, { chapter }] as const)),
  );
  const open = { kind: "folder", realPath: "/w/book", book: { chapters, positions } } as unknown as OpenBook;
  const read: string[] = [];
  const documents = {
    async realPath(path: string) {
      return path;
    },
    async read(realPath: string) {
      read.push(realPath);
      return { realPath, text: files[realPath] ?? "", version: "1" };
    },
  };
  const lock = { lock: "l_1", kind: "paragraph", mode: "locked", anchor: null, at: "" } as const;
  const comments = {
    documents: async () => ["/w/book/1.md"],
    locks: async () => [{ ...lock, range: { from: 20, to: 23 } }],
  };
  return { open, read, deps: { documents, comments } as unknown as Parameters<typeof protectedParagraphs>[2] };
}

test("a first paragraph that is as the title is not found in the front matter", async () => {
  const { open, deps } = opened();
  const [chapter] = open.book.chapters;
  if (chapter === undefined) throw new Error("no chapter");
  const { places, missing } = await paragraphPositions(open, chapter, deps);
  expect(places[0]).toEqual({ id: "One", from: 20, to: 23 });
  expect(missing).toEqual(["Changed"]);
});

test("a paragraph that is not found is protected if its file has locks, and files without comments are not read", async () => {
  const { open, deps, read } = opened();
  expect([...(await protectedParagraphs(open, ["One", "Two."], deps))].sort()).toEqual(["Changed", "One"]);
  expect(read).toEqual(["/w/book/1.md"]);
});
