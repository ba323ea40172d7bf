import type { OfficeSplice } from "../../../shared/office";

/** What main answers for a stretch of a list; null where it could not. */
type Answer<T> = { version: string; total: number; parts: readonly T[] } | null;

type World<T> = {
  /** How many are asked for at once. */
  size: number;
  ask(from: number, count: number): Promise<Answer<T>>;
  /** Something has arrived, or is another than it was. */
  changed(): void;
};

/** Milliseconds until a stretch is asked for again that came for another version than the one that is known. */
const AGAIN = 60;

/**
 * A long list of which the page has what has been looked at. What an edit made old stays until the new comes, so that
 * nothing on the page goes away and comes back.
 */
export class PartList<T> {
  readonly #world: World<T>;
  #items: (T | undefined)[] = [];
  #isFresh: boolean[] = [];
  #version = "";
  #asked = new Set<number>();
  /** Answers to what was asked before this are not for the list as it is now. */
  #round = 0;

  constructor(world: World<T>) {
    this.#world = world;
  }

  get total(): number {
    return this.#items.length;
  }

  /** The item at a place, as far as it is known, and maybe as it was a moment ago. */
  at(index: number): T | undefined {
    return this.#items[index];
  }

  /** All that is known, with its place; `fresh`: and as it is now. */
  *known(which: "all" | "fresh" = "all"): Generator<[number, T]> {
    for (const [index, item] of this.#items.entries())
      if (item !== undefined && (which === "all" || this.#isFresh[index])) yield [index, item];
  }

  /** The list of a version: `splices` lead there from the one before; null where everything may be another. */
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
    this.#world.changed();
  }

  /** Puts something in an item's place at once, which is asked for all the same. */
  patch(index: number, item: T): void {
    if (this.#isFresh[index]) return;
    this.#items[index] = item;
    this.#world.changed();
  }

  /** From `from` up to `to`, which are counted from 0, is wanted; asks for what is missing or old. */
  need(from: number, to: number): void {
    const { size } = this.#world;
    const last = Math.min(to, this.total);
    for (let page = Math.floor(Math.max(0, from) / size); page * size < last; page++) {
      const first = page * size;
      const isThere = !this.#isFresh.slice(Math.max(first, from), Math.min(first + size, last)).includes(false);
      if (!isThere && !this.#asked.has(page)) void this.#fetch(page);
    }
  }

  async #fetch(page: number): Promise<void> {
    const { size, ask, changed } = this.#world;
    const round = this.#round;
    this.#asked.add(page);
    const answer = await ask(page * size, size);
    if (round !== this.#round) return;
    if (!answer) return;
    if (answer.version !== this.#version) {
      // Main is ahead, and will tell, or was behind: either way it is asked once more.
      setTimeout(() => {
        if (round !== this.#round) return;
        this.#asked.delete(page);
        changed();
      }, AGAIN);
      return;
    }
    for (const [place, item] of answer.parts.entries()) {
      this.#items[page * size + place] = item;
      this.#isFresh[page * size + place] = true;
    }
    this.#asked.delete(page);
    changed();
  }
}
