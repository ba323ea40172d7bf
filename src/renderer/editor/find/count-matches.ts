import type { SearchQuery } from "@codemirror/search";
import type { EditorState } from "@codemirror/state";
import { MAX_COUNTED_MATCHES } from "../../ui/limits";
import { matchesIn } from "./sliced-find";

/** The matches of a query in a text, counted in slices: the same count answers for every selection. */
export class MatchCount {
  readonly #state: EditorState;
  readonly #query: SearchQuery;
  readonly #steps: ReturnType<typeof matchesIn>;
  /** Start and end of each match, in order. */
  readonly #spans: number[] = [];
  #isDone = false;

  constructor(state: EditorState, query: SearchQuery) {
    this.#state = state;
    this.#query = query;
    this.#steps = matchesIn(state, query, 0, state.doc.length);
  }

  /** Whether this is a count of the query in the text of `state`. */
  isOf(state: EditorState, query: SearchQuery): boolean {
    return this.#state.doc === state.doc && this.#query === query;
  }

  /** Counts for a while; true if all are counted, or too many. `isTime` says when to stop. */
  run(isTime: () => boolean): boolean {
    while (!this.#isDone) {
      const { value, done } = this.#steps.next();
      if (done) this.#isDone = true;
      else if ("match" in value) {
        this.#spans.push(value.match.from, value.match.to);
        this.#isDone = this.#spans.length > 2 * MAX_COUNTED_MATCHES;
      } else if (isTime()) return false;
    }
    return true;
  }

  /** The number of matches so far; null if there are more than are counted. */
  get total(): number | null {
    const count = this.#spans.length / 2;
    return count > MAX_COUNTED_MATCHES ? null : count;
  }

  /** The number of the match with exactly this span, from 1; 0 if there is none. */
  indexOf(from: number, to: number): number {
    let [low, high] = [0, this.#spans.length / 2];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#spans[2 * middle] ?? 0) < from) low = middle + 1;
      else high = middle;
    }
    return this.#spans[2 * low] === from && this.#spans[2 * low + 1] === to ? low + 1 : 0;
  }
}
