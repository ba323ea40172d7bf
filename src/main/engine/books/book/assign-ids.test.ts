import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assignIds, type BookIds } from "./assign-ids";
import type { SourceChapter } from "./book";
import { readChapterText } from "./read-chapter-text";
import { isShortId } from "./short-id";

type Chapters = Record<string, string[]>;

const chaptersOf = (chapters: Chapters): SourceChapter[] =>
  Object.entries(chapters).map(([id, lines]) =>
    readChapterText({ id, title: id, volume: "", path: id, text: lines.map((line) => `${line}\n`).join("") }, "lines"),
  );

/** The paragraph ids by text (each text occurs once), and all ids in order. */
function idsIn(bookIds: BookIds, chapters: Chapters): { byText: Map<string, string>; all: string[] } {
  const all = bookIds.chapters.flatMap(({ ids }) => ids);
  const texts = Object.values(chapters).flat();
  const byText = new Map(texts.flatMap((text, index) => (text === "" ? [] : [[text, all[index] ?? ""] as const])));
  return { byText, all };
}

const assigned = (chapters: Chapters, before: BookIds | null = null): BookIds =>
  assignIds(before, chaptersOf(chapters));

const prose = (from: number, to: number): string[] =>
  Array.from(
    { length: to - from },
    (_, index) => `The ${from + index}th thing that was said on day ${(from + index) * 7}.`,
  );

describe("paragraph ids", () => {
  it("two readers assign the same ids, all of them distinct and valid", () => {
    const chapters = { a: ["same", "", "same", "＊＊＊", "same"], b: ["same", "", "", "＊＊＊"] };
    const { all } = idsIn(assigned(chapters), chapters);
    expect(idsIn(assigned(chapters), chapters).all).toEqual(all);
    expect(new Set(all).size).toBe(9);
    for (const id of all) expect(isShortId(id)).toBe(true);
  });

  it("an unchanged book returns the same object", () => {
    const bookIds = assigned({ a: ["x"], b: ["y"] });
    expect(assigned({ a: ["x"], b: ["y"] }, bookIds)).toBe(bookIds);
  });

  it("ids follow a renamed chapter, a split one, and two that were joined", () => {
    const chapters = { "1": prose(0, 20), "2": prose(20, 40) };
    const first = assigned(chapters);
    const { byText } = idsIn(first, chapters);
    for (const after of [
      { "01": prose(0, 20), "02": prose(20, 40) },
      { "1": ["New."], "2": prose(0, 20), "3": prose(20, 40) },
      { "1": prose(0, 10), "1b": prose(10, 20), "2": prose(20, 40) },
      { all: prose(0, 40) },
    ]) {
      const now = idsIn(assigned(after, first), after).byText;
      for (const [text, id] of byText) expect(now.get(text)).toBe(id);
    }
  });

  it("a paragraph that is edited in place keeps its id", () => {
    const chapters = { a: ["He went home in the rain.", "", "She stayed for the night."] };
    const first = assigned(chapters);
    const after = { a: ["He walked home in the rain.", "", "What was that?", "", "She stayed for the whole night."] };
    const now = assigned(after, first).chapters[0]?.ids ?? [];
    const [he, , she] = first.chapters[0]?.ids ?? [];
    expect([now[0], now[4]]).toEqual([he, she]);
  });

  it("a removed paragraph gets its id back when it returns, in any chapter", () => {
    const chapters = { a: prose(0, 5), b: prose(5, 9) };
    const first = assigned(chapters);
    const id = first.chapters[0]?.ids[2];
    const cut = assigned({ a: prose(0, 2), b: prose(5, 9) }, first);
    const more = assigned({ a: prose(0, 2), b: [...prose(5, 9), "Something else entirely."] }, cut);
    const back = assigned({ a: prose(0, 2), b: [...prose(5, 7), ...prose(2, 3), ...prose(7, 9)] }, more);
    expect(back.chapters[1]?.ids[2]).toBe(id);
    expect(back.gone.map(([each]) => each)).not.toContain(id);
  });
});

type Step =
  | { kind: "insert"; chapter: number; at: number; blank: boolean }
  | { kind: "delete"; chapter: number; at: number }
  | { kind: "move"; chapter: number; at: number; to: number; position: number }
  | { kind: "rename"; chapter: number };

const position = fc.nat(1000);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("insert" as const), chapter: position, at: position, blank: fc.boolean() }),
  fc.record({ kind: fc.constant("delete" as const), chapter: position, at: position }),
  fc.record({ kind: fc.constant("move" as const), chapter: position, at: position, to: position, position }),
  fc.record({ kind: fc.constant("rename" as const), chapter: position }),
);

it("random edits of a source, in one step or many, keep the id of every paragraph that remains, and assign no id twice", () => {
  const runs = process.env["GALLEY_LONG"] ? 3000 : 50;
  fc.assert(
    fc.property(
      fc.array(fc.nat(12), { minLength: 1, maxLength: 4 }),
      fc.array(fc.array(step, { maxLength: 6 }), { maxLength: 4 }),
      (sizes, rounds) => {
        let count = 0;
        const fresh = (): string => `Sentence ${++count} of ${count * 31} words.`;
        let chapters: [string, string[]][] = sizes.map((size, index) => [
          `${index}.md`,
          Array.from({ length: size }, (_, at) => (at % 3 === 1 ? "" : fresh())),
        ]);
        let bookIds = assigned(Object.fromEntries(chapters));
        const given = new Map(idsIn(bookIds, Object.fromEntries(chapters)).byText);
        for (const round of rounds) {
          for (const each of round) {
            const [, lines] = chapters[each.chapter % chapters.length] as [string, string[]];
            const at = each.kind === "rename" || lines.length === 0 ? 0 : each.at % (lines.length + 1);
            if (each.kind === "insert") lines.splice(at, 0, each.blank ? "" : fresh());
            if (each.kind === "delete") lines.splice(at, 1);
            if (each.kind === "move") {
              const [moved] = lines.splice(at, 1);
              const [, target] = chapters[each.to % chapters.length] as [string, string[]];
              if (moved !== undefined) target.splice(each.position % (target.length + 1), 0, moved);
            }
            if (each.kind === "rename")
              chapters = chapters.map(([id, kept], index) =>
                index === each.chapter % chapters.length ? [`${id}x`, kept] : [id, kept],
              );
          }
          const now = Object.fromEntries(chapters.map(([id, lines]) => [id, [...lines]]));
          bookIds = assigned(now, bookIds);
          const { byText, all } = idsIn(bookIds, now);
          expect(new Set(all).size).toBe(all.length);
          for (const [text, id] of byText) {
            if (given.has(text)) expect(id).toBe(given.get(text));
            given.set(text, id);
          }
        }
      },
    ),
    { numRuns: runs },
  );
});
