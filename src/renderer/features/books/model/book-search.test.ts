import { atom } from "nanostores";
import { expect, test } from "vitest";
import type { RowPosition } from "../../../../shared/book";
import type { BookRequests } from "../../../../shared/book-requests";
import type { Bridge } from "../../../../shared/contract";
import { createBookSearch } from "./book-search";

const places: RowPosition[] = Array.from({ length: 2500 }, (_, index) => ({ id: `p${index}`, chapter: "one", index }));
const last: RowPosition = { id: "p2499", chapter: "one", index: 2499 };

/** A book of 2,500 paragraphs that all contain the word; only the last one is accepted. */
const bridge = {
  async request(name: string, asked: { limit?: number }) {
    if (name === "book:filter")
      return { ok: true, places: [last] } satisfies Awaited<ReturnType<BookRequests["book:filter"]>>;
    return { ok: true, places: places.slice(0, asked.limit) };
  },
} as unknown as Bridge;

test("a filter and a search together find a paragraph behind any number of matches", async () => {
  const search = createBookSearch({ bridge, book: "/book", $chapter: atom("one"), onChange: () => {} });
  search.$search.set({ sought: "the", isRegex: false, in: "both" });
  await search.find();
  expect(search.$found.get()).toHaveLength(2500);
  search.$filter.set("accepted");
  await search.find();
  expect(search.$found.get()).toEqual([last]);
});
