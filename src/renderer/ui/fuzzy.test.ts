import fc from "fast-check";
import { expect, test } from "vitest";
import { candidate, containsAllWords, matchOf, queryWords, scoreOf } from "./fuzzy";

/** The names in the order of their matches, with matched letters in brackets. */
function found(query: string, ...paths: string[]): string[] {
  const words = queryWords(query);
  return paths
    .map((path) => ({ path, match: matchOf(candidate(path, "path"), words) }))
    .filter(({ match }) => match !== null)
    .sort((a, b) => (b.match?.score ?? 0) - (a.match?.score ?? 0))
    .map(({ path, match }) => {
      const at = new Set(match?.positions);
      return [...Array(path.length).keys()]
        .map((index) => (at.has(index) ? `[${path[index]}]` : path[index]))
        .join("")
        .replaceAll("][", "");
    });
}

test("letters match in order, best at word beginnings", () => {
  expect(found("fibal", "fire/ball.md", "Fireball.md", "far.md")).toEqual(["[Fi]re[bal]l.md", "[fi]re/[bal]l.md"]);
  expect(found("cht", "chapter-two.md", "archit.md")).toEqual(["[ch]apter-[t]wo.md", "ar[ch]i[t].md"]);
  expect(found("rm", "form.md", "readMe.md")).toEqual(["[r]ead[M]e.md", "fo[rm].md"]);
  expect(found("x", "a.md")).toEqual([]);
  expect(found("ba", "ab.md")).toEqual([]);
});

test("a match in the file name beats one in its folders, and a complete name wins", () => {
  expect(found("plan", "plan/other.md", "notes/my plan.md", "notes/plan.md", "planet.md")).toEqual([
    "notes/[plan].md",
    "[plan]et.md",
    "notes/my [plan].md",
    "[plan]/other.md",
  ]);
});

test("a name that begins with the words wins over one that has them elsewhere", () => {
  expect(found("note 5", "note 0-5.md", "note 5-0.md", "a/note 5.md")).toEqual([
    "a/[note] [5].md",
    "[note] [5]-0.md",
    "[note] 0-[5].md",
  ]);
  expect(found("day two", "two-day.md", "day-two plan.md")[0]).toBe("[day]-[two] plan.md");
});

test("words match in any order, and a slash matches across folders", () => {
  expect(found("two chapter", "book/chapter-two.md")).toEqual(["book/[chapter]-[two].md"]);
  expect(found("bo/ch", "book/chapter.md", "book-chapter.md")).toEqual(["[bo]ok[/ch]apter.md"]);
  expect(found("", "a.md")).toEqual(["a.md"]);
  expect(found("  ", "a.md")).toEqual(["a.md"]);
});

test("case, accents and character width are ignored, and different letters are not", () => {
  expect(found("zoe", "Zoë.md")).toEqual(["[Zoë].md"]);
  expect(found("ZOË", "zoe.md")).toEqual(["[zoe].md"]);
  // Decomposed, as macOS stores names.
  expect(found("zoé", "Zoe\u0301.md")).toEqual(["[Zoe]\u0301.md"]);
  expect(found("abc", "ＡＢＣ.md")).toEqual(["[ＡＢＣ].md"]);
  expect(found("か", "が.md")).toEqual([]);
});

test("Chinese, Japanese and Korean names match by any of their characters", () => {
  expect(found("会记", "会议记录.md", "记会.md")).toEqual(["[会]议[记]录.md"]);
  expect(found("章", "日本語/第一章 はじめに.md")).toEqual(["日本語/第一[章] はじめに.md"]);
  expect(found("회의", "2026 회의록.md")).toEqual(["2026 [회의]록.md"]);
});

test("every match contains the query's letters at increasing positions", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "A", "/", "-", " ", "é", "章", "😀"), maxLength: 12 });
  fc.assert(
    fc.property(letters, letters, (text, query) => {
      const made = candidate(text, "path");
      const words = queryWords(query);
      const match = matchOf(made, words);
      expect(made.folded.length).toBe(text.length);
      expect(match !== null).toBe(containsAllWords(made, words));
      expect(match?.score ?? null).toBe(scoreOf(made, words));
      for (const at of match?.positions ?? []) expect(words.join("")).toContain(made.folded[at]);
      expect(match?.positions ?? []).toEqual([...new Set(match?.positions)].sort((a, b) => a - b));
    }),
  );
});

test("one word matches at the best possible position", () => {
  /** Tries every alignment: consecutive letters and word beginnings decide. */
  const best = (text: string, word: string): number => {
    let most = Number.NEGATIVE_INFINITY;
    const go = (at: number, index: number, last: number, score: number): void => {
      if (index === word.length) {
        most = Math.max(most, score);
        return;
      }
      for (let next = at; next < text.length; next++) {
        if (text[next] !== word[index]) continue;
        const start = next === 0 ? 18 : /[-/ ]/.test(text[next - 1] ?? "") ? 12 : 0;
        const gap = index === 0 ? 0 : next === last + 1 ? 14 : -(next - last - 1);
        go(next + 1, index + 1, next, score + 16 + start + gap);
      }
    };
    go(0, 0, -1, 0);
    return most;
  };
  const part = (maxLength: number) => fc.string({ unit: fc.constantFrom("a", "b", "-", " "), minLength: 1, maxLength });
  fc.assert(
    fc.property(part(10), fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 4 }), (text, word) => {
      const score = scoreOf(candidate(text, "words"), [word]);
      const isWhole = text.startsWith(word) && text.length === word.length;
      const begins = text.startsWith(word) ? 40 : 0;
      const expected = best(text, word) + 24 - text.length / 50 + begins + (isWhole ? 60 : 0);
      if (score === null) expect(best(text, word)).toBe(Number.NEGATIVE_INFINITY);
      else expect(score).toBeCloseTo(expected);
    }),
  );
});

test("a key press in 50,000 names takes no noticeable time", () => {
  const parts = ["alpha", "notes", "draft", "chapter", "report", "笔记", "meeting", "summary", "archive"];
  const pick = (index: number) => parts[index % parts.length];
  const files = Array.from({ length: 50_000 }, (_, index) =>
    candidate(`${pick(index)}/${pick(index * 7)}-${pick(index * 3)}/${pick(index * 5)} ${index}.md`, "path"),
  );
  for (const query of ["n", "no", "notes 12", "rpt", "会", "zzz", "a/b"]) {
    const words = queryWords(query);
    // Measures processor time, so that other processes don't count. Takes 2 to 30 ms; the limit allows for slow
    // machines.
    const times = [0, 1, 2, 3, 4].map(() => {
      const begun = process.cpuUsage();
      for (const file of files) if (containsAllWords(file, words)) scoreOf(file, words);
      return process.cpuUsage(begun).user / 1000;
    });
    expect(Math.min(...times), query).toBeLessThan(200);
  }
});

test("a text of a million letters takes no longer than its beginning", () => {
  const long = candidate("ab".repeat(500_000), "path");
  const begun = process.cpuUsage();
  expect(matchOf(long, queryWords("a".repeat(200)))).not.toBeNull();
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(1000);
});
