import { MAX_EXAMINED_TEXT } from "../../ports/limits";
import { allChecked, type IsChecked } from "./checks";
import { type Flag, shortened } from "./flags";
import { weightOf } from "./lengths";
import { numbersIn } from "./numbers";

/** A translated paragraph beside its neighbours in the book. */
export type Row = { id: string; source: string; translation: string };

/** A text shorter than this is often the same as another by chance. */
const FEWEST_SIGNS = 12;
/** So many paragraphs in a row have to fit their neighbours better before a shift is reported. */
const SHORTEST_SHIFT = 3;

const plain = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s\p{P}\p{S}]+/gu, "");

/** Compares translations that follow each other: one that has its neighbour's text, or a run of them that is shifted by one paragraph. */
export function neighbourFlags(rows: readonly Row[], isChecked: IsChecked = allChecked): Map<string, Flag> {
  const found = isChecked("neighbour") ? copiedNeighbours(rows) : new Map<string, Flag>();
  if (!isChecked("shifted")) return found;
  for (const id of shiftedRows(rows)) if (!found.has(id)) found.set(id, { kind: "shifted", detail: "" });
  return found;
}

function copiedNeighbours(rows: readonly Row[]): Map<string, Flag> {
  const found = new Map<string, Flag>();
  const texts = rows.map(({ translation }) => plain(translation));
  const sources = rows.map(({ source }) => plain(source));
  for (const [at, { id }] of rows.entries()) {
    for (const beside of [at - 1, at + 1]) {
      const [own = "", other = ""] = [texts[at], texts[beside]];
      const isSameSource = (sources[at] ?? "").includes(sources[beside] ?? "") || sources[beside] === undefined;
      if (other.length >= FEWEST_SIGNS && !isSameSource && own.includes(other) && (own !== other || beside < at))
        found.set(id, { kind: "neighbour", detail: shortened(rows[beside]?.translation ?? "") });
    }
  }
  return found;
}

/** What can be compared of a text without knowing its language. */
type Shape = { weight: number; ending: string; opening: string; numbers: string; marks: string };

function shapeOf(text: string): Shape {
  const end = /([?？؟]|[!！]|[.。…]|[:：]|[,，、])["'”’»」』）)*_\s]*$/u.exec(text)?.[1] ?? "";
  const ending =
    end === ""
      ? ""
      : ("?？؟".includes(end) && "?") || ("!！".includes(end) && "!") || (".。…".includes(end) && ".") || ":";
  return {
    weight: Math.max(4, weightOf(text)),
    ending,
    opening: /^\s*["“„«「『—–]/.test(text) ? "speech" : (/^\s*(#{1,6}|[-*+>]|\d+[.)])\s/.exec(text)?.[1] ?? ""),
    numbers: numbersIn(text).sort().join(" "),
    marks: (text.match(/\[\^|\]\(|\*\*|`/g) ?? []).sort().join(""),
  };
}

/** How badly a translation fits a source; 0 is best. */
function misfit(source: Shape, target: Shape): number {
  const length = Math.min(3, Math.abs(Math.log2(target.weight / source.weight)) * 1.5);
  return (
    length +
    (source.ending === target.ending ? 0 : 1) +
    (source.opening === target.opening ? 0 : 0.7) +
    (source.numbers === target.numbers ? 0 : 1) +
    (source.marks === target.marks ? 0 : 1)
  );
}

/** The ids in runs whose translations fit the sources beside them clearly better than their own. */
function shiftedRows(rows: readonly Row[]): Set<string> {
  const sources = rows.map(({ source }) => shapeOf(source.slice(0, MAX_EXAMINED_TEXT)));
  const targets = rows.map(({ translation }) => shapeOf(translation.slice(0, MAX_EXAMINED_TEXT)));
  const shifted = new Set<string>();
  for (const by of [1, -1]) {
    let run: string[] = [];
    let [gain, own] = [0, 0];
    const end = (): void => {
      if (run.length >= SHORTEST_SHIFT && gain / run.length > 0.9 && own / run.length > 1.2)
        for (const id of run) shifted.add(id);
      run = [];
      [gain, own] = [0, 0];
    };
    for (const [at, row] of rows.entries()) {
      const [source, beside, target] = [sources[at], sources[at + by], targets[at]];
      if (source === undefined || beside === undefined || target === undefined) {
        end();
        continue;
      }
      const [here, there] = [misfit(source, target), misfit(beside, target)];
      // A run continues through paragraphs that fit both positions equally well, and ends at one that fits its own source better.
      if (here < there || (here === there && run.length === 0)) end();
      else {
        run.push(row.id);
        gain += here - there;
        own += here;
      }
    }
    end();
  }
  return shifted;
}
