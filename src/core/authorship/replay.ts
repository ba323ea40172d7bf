/** Who wrote each piece of a text, from its versions. */
import { everyDifference } from "../diff/difference";
import type { Change } from "../text/change";

/** A piece of a text: `length` UTF-16 units from one source. */
export type AuthoredRun<Source> = {
  length: number;
  source: Source;
  /** Somebody other than the user has changed words inside what this piece was part of. */
  isTouched?: true;
};

/**
 * A version to replay. `text` is null if it is no longer stored: what is new in the next version has no author. What is new in a range of `apart` has that
 * range's source; the ranges are in order and do not overlap.
 */
export type ReplayedVersion<Source> = {
  text: string | null;
  source: Source;
  isUser: boolean;
  apart?: readonly { from: number; to: number; source: Source }[];
};

/** Replays versions one by one, oldest first. `unknown` is the source of what nobody knows the writer of. */
export class AuthorshipReplay<Source> {
  #text: string | null = null;
  #runs: readonly AuthoredRun<Source>[] = [];
  /** A version was missing since the last text. */
  #isGap = false;
  /** The runs of earlier texts: an undo or a restore brings their writers back with them. */
  readonly #known = new Map<string, readonly AuthoredRun<Source>[]>();

  constructor(
    private readonly unknown: Source,
    private readonly maxKnown = 500,
  ) {}

  get runs(): readonly AuthoredRun<Source>[] {
    return this.#runs;
  }

  add({ text, source, isUser, apart = [] }: ReplayedVersion<Source>): void {
    if (text === null) {
      this.#isGap = true;
      return;
    }
    const before = this.#text;
    const writer = this.#isGap ? this.unknown : source;
    const earlier = this.#known.get(text);
    if (earlier !== undefined) this.#runs = earlier;
    else {
      const written = (from: number, to: number) => writtenRuns(from, to, writer, this.#isGap ? [] : apart);
      this.#runs =
        before === null ? written(0, text.length) : spliced(this.#runs, everyDifference(before, text), written, isUser);
    }
    this.#text = text;
    this.#isGap = false;
    this.#known.set(text, this.#runs);
    if (this.#known.size > this.maxKnown) this.#known.delete(this.#known.keys().next().value as string);
  }
}

/** The runs of new text at a range of a version. */
function writtenRuns<Source>(
  from: number,
  to: number,
  source: Source,
  apart: NonNullable<ReplayedVersion<Source>["apart"]>,
): AuthoredRun<Source>[] {
  const runs: AuthoredRun<Source>[] = [];
  let at = from;
  const add = (end: number, by: Source) => {
    if (end > at) runs.push({ length: end - at, source: by });
    at = Math.max(at, end);
  };
  for (const range of apart) {
    if (range.to <= at || range.from >= to) continue;
    add(Math.min(to, range.from), source);
    add(Math.min(to, range.to), range.source);
  }
  add(to, source);
  return runs;
}

/** The runs after changes. `written` has the runs of what is new at a range of the new text. */
function spliced<Source>(
  runs: readonly AuthoredRun<Source>[],
  changes: readonly Change[],
  written: (from: number, to: number) => AuthoredRun<Source>[],
  isUser: boolean,
): AuthoredRun<Source>[] {
  const next: AuthoredRun<Source>[] = [];
  let index = 0;
  /** How much of `runs[index]` is done. */
  let done = 0;
  let at = 0;
  let isCut = false;
  const add = (run: AuthoredRun<Source>): void => {
    const last = next.at(-1);
    if (last !== undefined && last.source === run.source && last.isTouched === run.isTouched)
      next[next.length - 1] = { ...last, length: last.length + run.length };
    else if (run.length > 0) next.push(run);
  };
  /** Goes on to a position of the text before; `keep`: with what is there. */
  const goTo = (to: number, keep: boolean): void => {
    while (at < to && index < runs.length) {
      const run = runs[index] as AuthoredRun<Source>;
      const length = Math.min(run.length - done, to - at);
      // The rest of a run that was cut open, and the part before it.
      if (keep) add(isCut && done > 0 ? { ...run, length, isTouched: true } : { ...run, length });
      at += length;
      done += length;
      if (done === run.length) {
        index++;
        done = 0;
        isCut = false;
      }
    }
  };
  let grown = 0;
  for (const { from, to, insert } of changes) {
    goTo(from, true);
    const last = next.at(-1);
    if (!isUser && done > 0 && last !== undefined) {
      next[next.length - 1] = { ...last, isTouched: true };
      isCut = true;
    }
    goTo(to, false);
    for (const run of written(from + grown, from + grown + insert.length)) add(run);
    grown += insert.length - (to - from);
  }
  goTo(Number.POSITIVE_INFINITY, true);
  return next;
}
