/** A term, its translation, and a note. */
export type GlossaryTerm = { term: string; translation: string; note: string };

/**
 * Reads a glossary: rows of a Markdown table (`| term | translation | note |`), or lines of `term = translation`, `term: translation` or
 * `term → translation`. Skips table heads and rules, headings and everything else.
 */
export const readGlossary = (text: string): GlossaryTerm[] => glossaryLines(text).map(({ line: _, ...term }) => term);

/** The same terms, each with its line number from 0. */
export function glossaryLines(text: string): (GlossaryTerm & { line: number })[] {
  const lines = text.split(/\r?\n/);
  const terms: (GlossaryTerm & { line: number })[] = [];
  for (const [index, line] of lines.entries()) {
    const isHead = isRule(lines[index + 1] ?? "");
    const found = isHead || isRule(line) ? null : (rowOf(line) ?? pairOf(line));
    if (found !== null && found.term !== "" && found.translation !== "") terms.push({ ...found, line: index });
  }
  return terms;
}

/** A glossary as a table that `readGlossary` reads. */
export function writeGlossary(terms: readonly GlossaryTerm[]): string {
  const rows = terms.map(({ term, translation, note }) => tableRow([term, translation, note]));
  return `${tableRow(["Term", "Translation", "Note"])}|---|---|---|\n${rows.join("")}`;
}

/** One table row, with its line break. */
export const tableRow = (cells: readonly string[]): string =>
  `| ${cells
    .map((cell) =>
      cell
        .replace(/\s*\n\s*/g, " ")
        .replace(/\\/g, "\\\\")
        .replace(/\|/g, "\\|"),
    )
    .join(" | ")} |\n`;

const isRule = (line: string): boolean =>
  /^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/.test(line) && line.includes("|");

function rowOf(line: string): GlossaryTerm | null {
  const trimmed = line.trim();
  if (!trimmed.startsWith("|")) return null;
  const cells: string[] = [""];
  for (let at = 1; at < trimmed.length; at++) {
    const sign = trimmed[at] ?? "";
    if (sign === "\\" && at + 1 < trimmed.length) cells.push((cells.pop() ?? "") + (trimmed[++at] ?? ""));
    else if (sign === "|") cells.push("");
    else cells.push((cells.pop() ?? "") + sign);
  }
  const [term = "", translation = "", note = ""] = cells.map((cell) => cell.trim());
  return { term, translation, note };
}

function pairOf(line: string): GlossaryTerm | null {
  const [, term, translation, note = ""] =
    /^\s*(?:[-*+]\s+)?([^#|\s][^=→:：]{0,98}?)\s*(?:=>?|→|:|：)\s*([^#]+?)\s*(?:#\s*(.*))?$/.exec(line) ?? [];
  return term === undefined || translation === undefined ? null : { term, translation, note };
}

/** A paragraph whose translation does not use the glossary's translation of a term. */
export type Inconsistency = {
  term: string;
  /** The translation that the glossary asks for. */
  translation: string;
  paragraph: string;
};

/** A paragraph with its translation. */
export type Translated = { id: string; text: string; translation: string };

/**
 * The paragraphs whose source has a term but whose translation lacks the term's translation. Ignores letter case. A glossary translation
 * may list alternatives separated by `/`. A term inside a longer term does not count, nor does one written with an alphabet that is part of
 * a longer word.
 */
export function checkGlossary(terms: readonly GlossaryTerm[], paragraphs: readonly Translated[]): Inconsistency[] {
  const checked = preparedTerms(terms);
  return paragraphs.flatMap(({ id, text, translation }) => {
    let source = fold(text);
    const target = fold(translation);
    return checked.flatMap(({ sought, offered, ...named }) => {
      const rest = without(source, sought);
      if (rest === source) return [];
      source = rest;
      return offered.some((option) => target.includes(option)) ? [] : [{ ...named, paragraph: id }];
    });
  });
}

type PreparedTerm = { term: string; translation: string; sought: string; offered: string[] };

const prepared = new WeakMap<readonly GlossaryTerm[], PreparedTerm[]>();

/** The terms as they are compared, longest first. A list is prepared once. */
function preparedTerms(terms: readonly GlossaryTerm[]): PreparedTerm[] {
  const known = prepared.get(terms);
  if (known !== undefined) return known;
  const made = terms.map(({ term, translation }) => ({
    term,
    translation,
    sought: fold(term),
    offered: translation
      .split(/\s*[/／]\s*/)
      .map(fold)
      .filter((each) => each !== ""),
  }));
  made.sort((a, b) => b.sought.length - a.sought.length);
  prepared.set(terms, made);
  return made;
}

const fold = (text: string): string => text.normalize("NFKC").toLowerCase();

/** The text with each occurrence of a term blanked out, so that shorter terms inside it are not found. */
function without(text: string, term: string): string {
  if (term === "") return text;
  let rest = text;
  for (let at = rest.indexOf(term); at >= 0; at = rest.indexOf(term, at + 1)) {
    if (continuesWord(rest.slice(0, at), term, "before") || continuesWord(rest.slice(at + term.length), term, "after"))
      continue;
    rest = rest.slice(0, at) + "\0".repeat(term.length) + rest.slice(at + term.length);
  }
  return rest;
}

const spaced = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u;

function continuesWord(neighbour: string, term: string, side: "before" | "after"): boolean {
  const outer = side === "before" ? [...neighbour.slice(-2)].at(-1) : [...neighbour.slice(0, 2)][0];
  const inner = side === "before" ? [...term][0] : [...term].at(-1);
  return outer !== undefined && inner !== undefined && spaced.test(outer) && spaced.test(inner);
}
