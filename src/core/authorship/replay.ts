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

/** A version to replay. `text` is null if it is no longer stored: what is new in the next version has no author. */
export type ReplayedVersion<Source> = { text: string | null; source: Source; isUser: boolean };

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

  add({ text, source, isUser }: ReplayedVersion<Source>): void {
    if (text === null) {
      this.#isGap = true;
      return;
    }
    const before = this.#text;
    const writer = this.#isGap ? this.unknown : source;
    const earlier = this.#known.get(text);
    if (earlier !== undefined) this.#runs = earlier;
    else if (before === null) this.#runs = text === "" ? [] : [{ length: text.length, source: writer }];
    else this.#runs = spliced(this.#runs, everyDifference(before, text), writer, isUser);
    this.#text = text;
    this.#isGap = false;
    this.#known.set(text, this.#runs);
    if (this.#known.size > this.maxKnown) this.#known.delete(this.#known.keys().next().value as string);
  }
}

/** The runs after changes that `source` made. */
function spliced<Source>(
  runs: readonly AuthoredRun<Source>[],
  changes: readonly Change[],
  source: Source,
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
  for (const { from, to, insert } of changes) {
    goTo(from, true);
    const last = next.at(-1);
    if (!isUser && done > 0 && last !== undefined) {
      next[next.length - 1] = { ...last, isTouched: true };
      isCut = true;
    }
    goTo(to, false);
    if (insert !== "") add({ length: insert.length, source });
  }
  goTo(Number.POSITIVE_INFINITY, true);
  return next;
}
