import type { Text } from "@codemirror/state";
import {
  headingsByPiece,
  type LiveHeading,
  type LiveOutline,
  OutlineOpening,
  updateOutline,
} from "../../../core/outline/live-outline";
import { cropText } from "../../../core/text/characters";
import { changedSpan } from "./changed-span";
import { LONGEST_TITLE, type PackedOutline, STRIDE } from "./outline-service";

/** The page works so long at one go, in milliseconds. */
const GO = 8;

/** Characters that are scanned between two looks at the clock. */
const STEP = 500_000;

/**
 * Keeps the outline of one document: its text is scanned once, then only what edits change. `rest` is waited for whenever
 * the page has worked long enough at one go; where it fails, so does what was asked.
 */
export class OutlineFollower {
  #followed: { doc: Text; outline: LiveOutline } | null = null;
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
    // Half an outline is of no use: what is interrupted begins anew.
    this.#followed = null;
    const outline = before
      ? updateOutline(before.outline, before.doc === doc ? [] : [changedSpan(before.doc, doc)], sliced(doc))
      : await open(doc, mayRest);
    const headings: LiveHeading[] = [];
    for (const some of headingsByPiece(outline)) {
      headings.push(...some);
      await mayRest();
    }
    this.#followed = { doc, outline };
    return pack(outline, headings);
  }
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

function pack({ frontmatter, length, lineCount }: LiveOutline, headings: readonly LiveHeading[]): PackedOutline {
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
    numbers.set([level, lineStart, 0, from], index * STRIDE);
    open.push({ index, level });
  }
  close(0, lineCount, length);
  return {
    titles: headings.map(({ title }) => cropText(title, LONGEST_TITLE)).join("\n"),
    numbers,
    frontmatter: frontmatter && { lineEnd: frontmatter.lineEnd, size: frontmatter.to },
  };
}
