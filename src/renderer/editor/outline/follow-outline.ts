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
import { MAX_TITLE_LENGTH, type PackedOutline, STRIDE } from "./outline-service";

/** Milliseconds of work before yielding to the event loop. */
const GO = 8;

/** Characters scanned between two checks of the clock. */
const STEP = 500_000;

/**
 * Keeps the outline of a document: scans the text once, then only the edited ranges. `rest` is awaited whenever the time slice is
 * used up; if it rejects, the request fails.
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
    // An interrupted scan starts again.
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
    titles: headings.map(({ title }) => cropText(title, MAX_TITLE_LENGTH)).join("\n"),
    numbers,
    frontmatter: frontmatter && { lineEnd: frontmatter.lineEnd, size: frontmatter.to },
  };
}
