import type { Change } from "../../../core/text/change";
import type { Span } from "../../../core/text/excerpt";
import { type Replacement, replaceMatch, usesGroups } from "../../../core/text/replacement";
import { MAX_SEARCH_MS, MAX_TRANSLATION } from "../ports/limits";
import type { CapturedMatch, LineQuery, Search } from "../ports/search";
import { ToolError } from "../ports/tool-error";
import type { ParagraphPosition } from "./book/book";
import type { OpenBook } from "./books";
import { timeSlice } from "./time-slice";

/** What is replaced in translations: of these paragraphs, or of all; of accepted ones only with `accepted: "too"`. */
export type ReplacementOrder = {
  lines: LineQuery;
  replacement: Extract<Replacement, { status: "ready" }>;
  only: ReadonlySet<string> | null;
  accepted: "no" | "too";
};

/** A translation with what is replaced in it, in order. `version` is the id of the selected version. */
export type PlannedReplacement = {
  id: string;
  position: ParagraphPosition;
  version: string;
  before: string;
  after: string;
  changes: Change[];
  isAccepted: boolean;
};

/**
 * What is left out: matches that cross a mark of an element, such as `<g1>`, or would make or break one; and paragraphs with matches that are accepted,
 * protected, in somebody's open task, or would have no text or too much of it.
 */
export type LeftOut = { marks: number; accepted: number; protected: number; inWork: number; invalid: number };

/** The changes in book order, and what is left out. Nothing is changed yet. */
export type ReplacementPlan = { rows: PlannedReplacement[]; leftOut: LeftOut };

/** More matches are an error, and so much text is searched at a time. */
const MAX_MATCHES = 100_000;
const CHARACTERS_PER_SEARCH = 500_000;
const PARAGRAPHS_PER_READ = 200;
/** Marks of elements in a paragraph of an EPUB, as `<g1>`, `</g1>` and `<x2/>`, and numbered tags. */
const markPattern = /<\/?[gx]?\d+\s*\/?>/g;
const hasDamage = /\p{Cs}/u;

type Target = Pick<PlannedReplacement, "id" | "position" | "version" | "isAccepted"> & {
  text: string;
  isInWork: boolean;
};

/** Finds what would be replaced in the translations of a book. A few milliseconds at a time. */
export async function planReplacements(
  open: OpenBook,
  { lines, replacement, only, accepted }: ReplacementOrder,
  {
    search,
    signal,
    protectedOf,
  }: {
    search: Pick<Search, "capturesIn">;
    signal: AbortSignal;
    /** Which of these paragraphs are protected. */
    protectedOf(ids: readonly string[]): Promise<ReadonlySet<string>>;
  },
): Promise<ReplacementPlan> {
  const slice = timeSlice(signal);
  const targets = await targetsIn(open, only, slice);
  const groups = usesGroups(replacement) ? replacement.groups : 0;
  const captured = await capturesOf(targets, { ...lines, groups }, { search, signal });
  const matching = targets.flatMap((target, at) => {
    const matches = captured[at] ?? [];
    return matches.length === 0 ? [] : [{ target, matches }];
  });
  const protectedIds = await protectedOf(matching.map(({ target }) => target.id));
  const leftOut: LeftOut = { marks: 0, accepted: 0, protected: 0, inWork: 0, invalid: 0 };
  const rows: PlannedReplacement[] = [];
  for (const { target, matches } of matching) {
    await slice();
    if (protectedIds.has(target.id)) leftOut.protected++;
    else if (target.isInWork) leftOut.inWork++;
    else if (target.isAccepted && accepted === "no") leftOut.accepted++;
    else {
      const { changes, crossing } = changesIn(target.text, matches, replacement);
      leftOut.marks += crossing;
      if (changes.length === 0) continue;
      const after = changed(target.text, changes);
      const why = after === null ? "invalid" : whyNotReplaced(target.text, after);
      if (why === "invalid") leftOut.invalid++;
      else if (why === "marks") leftOut.marks += changes.length;
      else if (after !== null) {
        const { id, position, version, isAccepted, text: before } = target;
        rows.push({ id, position, version, before, after, changes, isAccepted });
      }
    }
  }
  return { rows, leftOut };
}

/** The matches of each translation. Some texts at a time, so that too many matches are noticed before they fill the memory. */
async function capturesOf(
  targets: readonly Target[],
  query: LineQuery & { groups: number },
  { search, signal }: { search: Pick<Search, "capturesIn">; signal: AbortSignal },
): Promise<CapturedMatch[][]> {
  const limits = { signal, deadline: Date.now() + MAX_SEARCH_MS };
  const found: CapturedMatch[][] = [];
  let matches = 0;
  do {
    const texts: string[] = [];
    for (let left = CHARACTERS_PER_SEARCH; left > 0 && found.length + texts.length < targets.length; ) {
      const { text } = targets[found.length + texts.length] as Target;
      texts.push(text);
      left -= text.length;
    }
    // Without translations, too, so that an invalid pattern is noticed.
    const captured = await search.capturesIn(texts, query, limits);
    if (captured === null)
      throw new ToolError(
        "timeout",
        `the search did not finish within ${MAX_SEARCH_MS / 1000} s; nothing was replaced`,
        {
          hint: "Search one chapter, or a simpler pattern.",
        },
      );
    for (const each of captured) {
      matches += each.length;
      found.push(each);
    }
    if (matches > MAX_MATCHES)
      throw new ToolError("too_large", `there are more than ${MAX_MATCHES} matches; nothing was replaced`, {
        hint: "Search one chapter, or for more characters.",
      });
  } while (found.length < targets.length);
  return found;
}

/** The translations of some paragraphs, or of all, in book order. */
async function targetsIn(
  { book, language, read }: OpenBook,
  only: ReadonlySet<string> | null,
  slice: () => Promise<void>,
): Promise<Target[]> {
  const targets: Target[] = [];
  let waiting: { id: string; position: ParagraphPosition }[] = [];
  const readWaiting = (): void => {
    const { selected, accepted, held } = read((work) =>
      work.rowFacts(language, { paragraphs: waiting.map(({ id }) => id) }),
    );
    for (const { id, position } of waiting) {
      const version = selected.get(id);
      if (version === undefined || version.text === "") continue;
      const isInWork = held.get(id)?.isDone === false;
      const { text } = version;
      targets.push({ id, position, version: version.id, text, isAccepted: accepted.has(id), isInWork });
    }
    waiting = [];
  };
  for (const [chapter, { paragraphs }] of book.chapters.entries())
    for (const [index, { id, isBlank }] of paragraphs.entries()) {
      if (isBlank || only?.has(id) === false) continue;
      waiting.push({ id, position: { chapter, index } });
      if (waiting.length < PARAGRAPHS_PER_READ) continue;
      readWaiting();
      await slice();
    }
  if (waiting.length > 0) readWaiting();
  return targets;
}

/** The replacements that change anything; `crossing` matches have a part of a mark, or a whole one. */
function changesIn(
  text: string,
  matches: readonly CapturedMatch[],
  replacement: ReplacementOrder["replacement"],
): { changes: Change[]; crossing: number } {
  const marks: Span[] = [...text.matchAll(markPattern)].map(({ 0: found, index }) => ({
    from: index,
    to: index + found.length,
  }));
  const changes: Change[] = [];
  let crossing = 0;
  let mark = 0;
  for (const { from, to, groups } of matches) {
    const match = text.slice(from, to);
    // Both are in order, so that thousands of each cost no more than reading them.
    while ((marks[mark]?.to ?? to) <= from) mark++;
    if ((marks[mark]?.from ?? to) < to) crossing++;
    else {
      const insert = replaceMatch(replacement, match, groups);
      if (insert !== match) changes.push({ from, to, insert });
    }
  }
  return { changes, crossing };
}

/** The text with its changes; null if it would be too long. */
function changed(text: string, changes: readonly Change[]): string | null {
  // A long template for many matches is more than a string can have.
  const length = changes.reduce((sum, { from, to, insert }) => sum + insert.length - (to - from), text.length);
  if (length > MAX_TRANSLATION) return null;
  const parts: string[] = [];
  let done = 0;
  for (const { from, to, insert } of changes) {
    parts.push(text.slice(done, from), insert);
    done = to;
  }
  return [...parts, text.slice(done)].join("");
}

/** In an EPUB a backslash makes a mark literal: one before a mark damages it, and without it what was literal is a mark. */
const escaped = /\\[\\*<]/g;
const marksOf = (text: string): string => (text.match(markPattern) ?? []).join("");

/** What prevents that a translation becomes another one by replacing in it; null if nothing. */
export function whyNotReplaced(before: string, after: string): "marks" | "invalid" | null {
  if (after.trim() === "" || after.length > MAX_TRANSLATION) return "invalid";
  if (hasDamage.test(before) || hasDamage.test(after)) return "invalid";
  const [plain, other] = [before, after].map((text) => text.replace(escaped, " "));
  return marksOf(before) === marksOf(after) && marksOf(plain ?? "") === marksOf(other ?? "") ? null : "marks";
}
