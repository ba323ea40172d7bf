import type { Text } from "@codemirror/state";
import {
  headingsByPiece,
  type LiveHeading,
  type LiveOutline,
  OutlineOpening,
  updateOutline,
} from "../../../core/outline/live-outline";
import { cropText } from "../../../core/text/characters";
import { countWords } from "../../../core/text/words";
import { MAX_TITLE_LENGTH } from "../../ui/limits";
import { type ChangedSpan, changedSpan } from "./changed-span";
import { type PackedOutline, STRIDE } from "./outline-service";
import { ownParts, piecesOf, wordsWithSubsections } from "./section-words";

/** Milliseconds of work before yielding to the event loop. */
const GO = 8;

/** Characters scanned between two checks of the clock. */
const STEP = 500_000;

/**
 * Keeps the outline of a document: scans the text once, then only the edited ranges. `rest` is awaited whenever the time slice is
 * used up; if it rejects, the request fails.
 */
export class OutlineFollower {
  #followed: { doc: Text; outline: LiveOutline; counted: WordCounts } | null = null;
  readonly #rest: () => Promise<void>;

  constructor(rest: () => Promise<void>) {
    this.#rest = rest;
  }

  async packed(doc: Text): Promise<PackedOutline> {
    let start = performance.now();
    const mayRest = async () => {
      if (performance.now() - start < GO) return;
      await this.#rest();
      start = performance.now();
    };
    const before = this.#followed;
    // An interrupted scan starts again.
    this.#followed = null;
    const span = before && before.doc !== doc ? changedSpan(before.doc, doc) : null;
    const outline = before ? updateOutline(before.outline, span ? [span] : [], sliced(doc)) : await open(doc, mayRest);
    const headings: LiveHeading[] = [];
    for (const some of headingsByPiece(outline)) {
      headings.push(...some);
      await mayRest();
    }
    const counted = await countParts(doc, headings, { counted: before?.counted ?? new Map(), span }, mayRest);
    this.#followed = { doc, outline, counted };
    const own = headings.map(({ from }) => counted.get(from)?.words ?? 0);
    return pack(outline, headings, wordsWithSubsections(headings, own));
  }
}

/** Where the own text of a section ends and how many words it has, by where it begins. */
type WordCounts = ReadonlyMap<number, { to: number; words: number }>;

/** Counts the words of sections whose own text was edited; the others keep their number. */
async function countParts(
  doc: Text,
  headings: readonly LiveHeading[],
  before: { counted: WordCounts; span: ChangedSpan | null },
  mayRest: () => Promise<void>,
): Promise<WordCounts> {
  const { span } = before;
  const end = span ? span.from + span.insert.length : 0;
  const shift = span ? span.to - end : 0;
  const known = ({ from, to }: { from: number; to: number }): number | null => {
    const by = !span || to <= span.from ? 0 : from >= end ? shift : null;
    const old = by === null ? undefined : before.counted.get(from + by);
    return old && old.to === to + (by ?? 0) ? old.words : null;
  };
  const counted = new Map<number, { to: number; words: number }>();
  for (const part of ownParts(headings, doc.length)) {
    let words = known(part);
    if (words === null) {
      words = 0;
      const lineEndAfter = (at: number) => Math.min(doc.length, doc.lineAt(at).to + 1);
      for (const { from, to } of piecesOf(part, lineEndAfter)) {
        words += countWords(doc.sliceString(from, to));
        await mayRest();
      }
    }
    counted.set(part.from, { to: part.to, words });
  }
  return counted;
}

async function open(doc: Text, mayRest: () => Promise<void>): Promise<LiveOutline> {
  const opening = new OutlineOpening(sliced(doc));
  for (let at = 0; at < doc.length; at += STEP) {
    opening.goTo(at);
    await mayRest();
  }
  return opening.finish();
}

const sliced = (doc: Text) => ({ length: doc.length, slice: (from: number, to: number) => doc.sliceString(from, to) });

function pack(
  { frontmatter, length, lineCount }: LiveOutline,
  headings: readonly LiveHeading[],
  words: readonly number[],
): PackedOutline {
  const numbers = new Int32Array(headings.length * STRIDE);
  const open: { index: number; level: number }[] = [];
  const close = (level: number, line: number, at: number) => {
    for (let last = open.at(-1); last && last.level >= level; last = open.at(-1)) {
      const from = headings[last.index]?.from ?? 0;
      numbers[last.index * STRIDE + 2] = line;
      numbers[last.index * STRIDE + 4] = at - from;
      open.pop();
    }
  };
  for (const [index, { level, lineStart, from }] of headings.entries()) {
    close(level, lineStart - 1, from);
    numbers.set([level, lineStart, 0, from, 0, words[index] ?? 0], index * STRIDE);
    open.push({ index, level });
  }
  close(0, lineCount, length);
  return {
    titles: headings.map(({ title }) => cropText(title, MAX_TITLE_LENGTH)).join("\n"),
    numbers,
    frontmatter: frontmatter && { lineEnd: frontmatter.lineEnd, size: frontmatter.to },
  };
}
