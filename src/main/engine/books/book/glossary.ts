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

/** What the note of a term says to the checks. */
export type TermMarks = {
  /** Words that its translation may not have. */
  forbidden: string[];
  /** The term is a name, which has the same form throughout the book. */
  isName: boolean;
};

/** Reads the marks in the parts of a note, which `;` separates: `not: word / other word`, and `name`. Everything else is for people. */
export function termMarks(note: string): TermMarks {
  const parts = note.split(/\s*[;；]\s*/).map((part) => part.trim());
  const forbidden = parts.flatMap((part) => {
    const [, list = ""] = /^(?:not|never|forbidden|不用|勿用|禁用|不译作)\s*[:：]\s*(.+)$/iu.exec(part) ?? [];
    return list.split(/\s*[/／、]\s*/).filter((each) => each !== "");
  });
  return {
    forbidden,
    isName: parts.some((part) => /^(?:name|proper name|名|人名|地名|专名|名称)[.。]?$/iu.test(part)),
  };
}

/** The term of a line whose forbidden words no translation may have, whatever its source. */
const anySource = "*";

/** A forbidden word in a translation, and what to use instead. */
export type ForbiddenUse = { word: string; instead: string };

/**
 * The words in a translation that the glossary forbids for a term of its source. A word that has blanks around it in its script is found only whole,
 * unless it ends in `*`; one that is part of the right translation is not found.
 */
export function forbiddenUses(
  terms: readonly GlossaryTerm[],
  { text, translation }: Pick<Translated, "text" | "translation">,
): ForbiddenUse[] {
  const marked = preparedTerms(terms);
  if (!marked.some(({ forbidden }) => forbidden.length > 0)) return [];
  let source = fold(text);
  const target = fold(translation);
  return marked.flatMap(({ sought, offered, forbidden, translation: instead }) => {
    if (sought !== anySource) {
      const rest = without(source, sought);
      if (rest === source) return [];
      source = rest;
    }
    const left = offered.reduce(
      (rest, option) => (forbidden.some((each) => each.length < option.length) ? without(rest, option) : rest),
      target,
    );
    const used = forbidden.filter((each) => {
      const stem = fold(each.replace(/\*$/, ""));
      return each.endsWith("*") ? hasBeginning(left, stem) : without(left, stem) !== left;
    });
    return used.map((word) => ({ word, instead }));
  });
}

/** Whether a word of the text begins so. */
function hasBeginning(text: string, beginning: string): boolean {
  if (beginning === "") return false;
  for (let at = text.indexOf(beginning); at >= 0; at = text.indexOf(beginning, at + 1))
    if (!continuesWord(text.slice(0, at), beginning, "before")) return true;
  return false;
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
    return checked.flatMap(({ sought, offered, forbidden: _, ...named }) => {
      if (sought === anySource) return [];
      const rest = without(source, sought);
      if (rest === source) return [];
      source = rest;
      return offered.some((option) => target.includes(option)) ? [] : [{ ...named, paragraph: id }];
    });
  });
}

type PreparedTerm = { term: string; translation: string; sought: string; offered: string[]; forbidden: string[] };

const prepared = new WeakMap<readonly GlossaryTerm[], PreparedTerm[]>();

/** The terms as they are compared, longest first. A list is prepared once. */
function preparedTerms(terms: readonly GlossaryTerm[]): PreparedTerm[] {
  const known = prepared.get(terms);
  if (known !== undefined) return known;
  const made = terms.map(({ term, translation, note }) => ({
    forbidden: termMarks(note).forbidden,
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
