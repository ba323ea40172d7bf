import { expect, test } from "vitest";
import type { BookOverview, BookRow, RowPosition } from "../../../../shared/book";
import { mergedRows } from "./merged-rows";
import { intersectRows, tableItems } from "./row-items";
import { hitsIn, piecesOf, searchExpression } from "./search-marker";

const counts = { paragraphs: 2, translated: 0, accepted: 0, sentBack: 0, inWork: 0, sourceChanged: 0 };
const shown = {
  volumes: [
    {
      id: "",
      title: "",
      chapters: [
        { id: "one", title: "First", ...counts },
        { id: "two", title: "Second", ...counts },
      ],
    },
  ],
} as unknown as BookOverview;
const row = (id: string, index: number, text = "x"): BookRow => ({
  id,
  chapter: "one",
  index,
  text,
  isBlank: text === "",
  translation: null,
  version: null,
  versions: 0,
  state: "untranslated",
  sourceChanged: false,
  task: null,
  comment: null,
});
const rowAt = (id: string, chapter: string, index: number): RowPosition => ({ id, chapter, index });

test("a whole chapter is shown with its blank paragraphs", () => {
  const rows = [row("a", 0), row("b", 1, ""), row("c", 2)];
  expect(tableItems({ shown, chapter: "one", rows, places: null }).map(({ id }) => id)).toEqual(["a", "b", "c"]);
});

test("results in the whole book are grouped by chapter; in a chapter only its own are shown", () => {
  const places = [rowAt("a", "one", 0), rowAt("c", "one", 2), rowAt("z", "two", 5)];
  expect(tableItems({ shown, chapter: null, rows: undefined, places })).toMatchObject([
    { kind: "chapter", title: "First" },
    { id: "a" },
    { id: "c" },
    { kind: "chapter", title: "Second" },
    { id: "z" },
  ]);
  expect(tableItems({ shown, chapter: "two", rows: undefined, places }).map(({ id }) => id)).toEqual(["z"]);
  expect(intersectRows(places, [rowAt("z", "two", 5)]).map(({ id }) => id)).toEqual(["z"]);
});

test("unchanged rows keep their objects, and an unchanged chapter keeps its list", () => {
  const before = [row("a", 0), row("b", 1)];
  expect(mergedRows(before, [row("a", 0), row("b", 1)])).toBe(before);
  const changed = mergedRows(before, [row("a", 0), { ...row("b", 1), translation: "y", version: "v" }]);
  expect(changed[0]).toBe(before[0]);
  expect(changed[1]).toMatchObject({ translation: "y" });
  expect(mergedRows(before, [row("a", 0)])).toHaveLength(1);
});

test("plain and regular-expression matches are marked; an invalid expression marks nothing", () => {
  const marked = (text: string, sought: string, isRegex = false) =>
    piecesOf(text, hitsIn(text, searchExpression(sought, isRegex)))
      .map(({ text: piece, isHit }) => (isHit ? `[${piece}]` : piece))
      .join("");
  expect(marked("A lamp (two) LAMPS", "lamp (two)")).toBe("A [lamp (two)] LAMPS");
  expect(marked("A lamp, LAMPS", " lamp ")).toBe("A [lamp], [LAMP]S");
  expect(marked("灯塔与灯", "灯塔")).toBe("[灯塔]与灯");
  expect(marked("a1 b22", "\\d+", true)).toBe("a[1] b[22]");
  expect(marked("a(b", "(", true)).toBe("a(b");
  expect(marked("abc", "x*", true)).toBe("abc");
});
