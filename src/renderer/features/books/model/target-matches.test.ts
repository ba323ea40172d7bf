import { expect, test } from "vitest";
import type { TargetReplacements } from "../../../../shared/book";
import { matchesById } from "./target-matches";

test("of a translation with thousands of matches, some around the current one are marked", () => {
  const spans = Array.from({ length: 4000 }, (_, at) => at);
  const place = { id: "a", chapter: "one", index: 0, version: "1", spans };
  const found = { places: [place] } as unknown as TargetReplacements;
  const marked = matchesById(found, { place: 0, match: 1500 }).get("a");
  expect(marked?.spans).toHaveLength(200);
  expect(marked?.spans[marked.current ?? -1]).toEqual({ from: 3000, to: 3001 });
  expect(matchesById(found, null).get("a")).toMatchObject({ current: null, spans: { length: 200 } });
});
