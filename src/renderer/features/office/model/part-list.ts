import type { OfficeSplice } from "../../../../shared/office";

/** Main's answer for a range of the list; null if it failed. */
type Answer<T> = { version: string; total: number; parts: readonly T[] } | null;

type Options<T> = {
  /** Items per request. */
  size: number;
  ask(from: number, count: number): Promise<Answer<T>>;
  /** Called when items have been loaded or changed. */
  changed(): void;
};

/** Milliseconds until a range is requested again whose answer belonged to another version. */
const RETRY_DELAY_MS = 60;

/** A long list that is loaded as it is viewed. Outdated items stay visible until their new content arrives. */
export class PartList<T> {
  readonly #options: Options<T>;
  #items: (T | undefined)[] = [];
  #isFresh: boolean[] = [];
  #version = "";
  #asked = new Set<number>();
  /** Answers from earlier rounds do not match the current list. */
  #round = 0;

  constructor(options: Options<T>) {
    this.#options = options;
  }

  get total(): number {
    return this.#items.length;
  }

  /** The item at an index if it is loaded; it may be outdated. */
  at(index: number): T | undefined {
    return this.#items[index];
  }

  /** All loaded items with their indexes; `fresh`: only those of the current version. */
  *known(which: "all" | "fresh" = "all"): Generator<[number, T]> {
    for (const [index, item] of this.#items.entries())
      if (item !== undefined && (which === "all" || this.#isFresh[index])) yield [index, item];
  }

  /** Switches to a version. `splices` lead there from the previous one; null: anything may have changed. */
  change(version: string, total: number, splices: readonly OfficeSplice[] | null): void {
    this.#version = version;
    this.#round += 1;
    this.#asked.clear();
    for (const { at, removed, inserted } of splices ?? []) {
      const kept = this.#items.slice(at, at + Math.min(removed, inserted));
      const items = [...kept, ...new Array<undefined>(inserted - kept.length)];
      const fresh = new Array<boolean>(inserted).fill(false);
      this.#items = [...this.#items.slice(0, at), ...items, ...this.#items.slice(at + removed)];
      this.#isFresh = [...this.#isFresh.slice(0, at), ...fresh, ...this.#isFresh.slice(at + removed)];
    }
    if (splices === null || this.#items.length !== total) this.#isFresh = new Array<boolean>(total).fill(false);
    this.#items.length = total;
    this.#options.changed();
  }

  /** Shows an item immediately; it is still loaded from main. */
  patch(index: number, item: T): void {
    if (this.#isFresh[index]) return;
    this.#items[index] = item;
    this.#options.changed();
  }

  /** Requests the missing and outdated items from `from` (from 0) up to `to`. */
  need(from: number, to: number): void {
    const { size } = this.#options;
    const last = Math.min(to, this.total);
    for (let page = Math.floor(Math.max(0, from) / size); page * size < last; page++) {
      const first = page * size;
      const isThere = !this.#isFresh.slice(Math.max(first, from), Math.min(first + size, last)).includes(false);
      if (!isThere && !this.#asked.has(page)) void this.#fetch(page);
    }
  }

  async #fetch(page: number): Promise<void> {
    const { size, ask, changed } = this.#options;
    const round = this.#round;
    this.#asked.add(page);
    const answer = await ask(page * size, size);
    if (round !== this.#round) return;
    if (!answer) return;
    if (answer.version !== this.#version) {
      // Main was ahead, and will send an event, or behind: in both cases ask again.
      setTimeout(() => {
        if (round !== this.#round) return;
        this.#asked.delete(page);
        changed();
      }, RETRY_DELAY_MS);
      return;
    }
    for (const [offset, item] of answer.parts.entries()) {
      this.#items[page * size + offset] = item;
      this.#isFresh[page * size + offset] = true;
    }
    this.#asked.delete(page);
    changed();
  }
}
