import { SearchQuery } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Match, matchesBack, matchesIn, replacementOf, type Step } from "./sliced-find";

type QueryConfig = Partial<ConstructorParameters<typeof SearchQuery>[0]> & { search: string };

const query = (asked: QueryConfig) => new SearchQuery({ literal: true, ...asked });
const state = (doc: string) => EditorState.create({ doc });

const spans = (steps: Iterable<Step>) =>
  [...steps].flatMap((step) => ("match" in step ? [[step.match.from, step.match.to]] : []));

/** The matches that CodeMirror finds when it searches the whole text at once. */
function atOnce(doc: EditorState, asked: SearchQuery, from = 0, to = doc.doc.length): number[][] {
  const cursor = asked.getCursor(doc, from, to);
  const found: number[][] = [];
  for (let next = cursor.next(); !next.done; next = cursor.next()) found.push([next.value.from, next.value.to]);
  return found;
}

const queries: QueryConfig[] = [
  { search: "tide" },
  { search: "aa" },
  { search: "TIDE", caseSensitive: true },
  { search: "tide", wholeWord: true },
  { search: "é" },
  { search: "fi" },
  { search: "e\ntide" },
  { search: "t.de", regexp: true },
  { search: "^\\w+$", regexp: true },
  { search: "tide\\s+\\w", regexp: true },
  { search: "👍+", regexp: true },
  { search: "nowhere" },
];

test("searching in slices finds the same as at once, in lines and in one giant line, between any positions", () => {
  const words = ["tide", "tides", "TIDE", "aaa", "é", "e\u0301", "ﬁne", "👍", "x"];
  const piece = fc.tuple(fc.constantFrom(...words), fc.constantFrom(" ", "\n", "", " "));
  const text = fc
    .array(piece, { minLength: 20, maxLength: 60 })
    .map((pieces) => pieces.map((each) => each.join("")).join(""));
  fc.assert(
    fc.property(text, fc.constantFrom(...queries), fc.nat(), fc.boolean(), (unit, asked, at, isLine) => {
      const all = unit.repeat(Math.ceil(80_000 / unit.length));
      const doc = state(isLine ? all.replaceAll("\n", " ") : all);
      const [from, to] = [at % 5000, doc.doc.length - (at % 700)];
      const one = query(asked);
      // CodeMirror searches beyond the end for an expression that can span lines.
      const expected = atOnce(doc, one, from, to).filter(([, end = 0]) => end <= to);
      expect(String(spans(matchesIn(doc, one, from, to)).filter(([, end = 0]) => end <= to))).toBe(String(expected));
    }),
    { numRuns: process.env["GALLEY_LONG"] ? 300 : 12 },
  );
});

test("searching a long text pauses often, even without matches, and always gets closer to the end", () => {
  const doc = state("word ".repeat(200_000));
  for (const steps of [
    matchesIn(doc, query({ search: "nowhere" }), 0, doc.doc.length),
    matchesIn(doc, query({ search: "nowhere", regexp: true }), 0, doc.doc.length),
  ]) {
    const positions = [...steps].map((step) => ("at" in step ? step.at : -1));
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
    expect(positions.at(-1)).toBe(doc.doc.length);
  }
  expect([...matchesIn(doc, query({ search: "nowhere" }), 0, doc.doc.length)].length).toBeGreaterThan(10);
});

test("searching backwards first finds the last match before a position, even slices away", () => {
  const doc = state(`tide ${"word\n".repeat(30_000)}aaa tide${" x".repeat(50_000)}`);
  const position = doc.doc.toString().lastIndexOf("tide");
  const last = (asked: QueryConfig, to = doc.doc.length) => spans(matchesBack(doc, query(asked), 0, to))[0];
  expect(last({ search: "tide" })).toEqual([position, position + 4]);
  expect(last({ search: "tide", regexp: true })).toEqual([position, position + 4]);
  expect(last({ search: "tide" }, position + 3)).toEqual([0, 4]);
  expect(last({ search: "t\\w+e", regexp: true }, position)).toEqual([0, 4]);
  expect(last({ search: "aa" })).toEqual([position - 3, position - 1]);
  expect(last({ search: "nowhere" })).toBeUndefined();
});

test("a replacement contains the groups of its match, and doubled dollars as one", () => {
  const replaced = (asked: QueryConfig, text: string) => {
    const found: Match[] = [];
    for (const step of matchesIn(state(text), query(asked), 0, text.length))
      if ("match" in step) found.push(step.match);
    return found.map((match) => replacementOf(query(asked), match));
  };
  const regexp = true;
  expect(replaced({ search: "(\\w)(\\d)?", replace: "$2$1 $& $$ $3 $11", regexp }, "a1")).toEqual(["1a a1 $ $3 a1"]);
  expect(replaced({ search: "a", replace: "$1\\n" }, "a")).toEqual(["$1\\n"]);
});
