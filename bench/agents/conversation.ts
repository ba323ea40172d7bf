import type { ModelRequest, ToolCall, Turn } from "./wire-formats";

/** A call to be made, without its id. */
export type NewCall = Omit<ToolCall, "id">;

/**
 * What the model of one conversation does: `steps` yields the calls of a turn and gets their results, in the order of the calls. `next` answers a
 * request of the client; a request that repeats an older one gets the same turn again.
 */
export class Conversation {
  readonly #steps: Generator<NewCall[], void, string[]>;
  #turn: Turn | null = null;
  #asked: ToolCall[] = [];
  #number = 0;
  /** The first request: what the client offers its model before anything was asked. */
  first: ModelRequest | null = null;
  /** The newest request. */
  last: ModelRequest | null = null;

  constructor(steps: Generator<NewCall[], void, string[]>) {
    this.#steps = steps;
  }

  next(request: ModelRequest): Turn {
    this.first ??= request;
    const results = this.#asked.map(({ id }) => request.results.get(id));
    if (this.#turn !== null && results.includes(undefined)) return this.#turn;
    this.last = request;
    const { done, value } = this.#steps.next(results as string[]);
    this.#asked = (done ? [] : value).map((wanted) => ({ id: `call_${++this.#number}`, ...wanted }));
    this.#turn = done ? { text: "Done." } : { calls: this.#asked };
    return this.#turn;
  }
}
