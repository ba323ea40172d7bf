/** The names of a document's headings in links: as fragments and in wiki links. */

import { listSections, parseOutline } from "../markdown/sections";
import { hubSlug, slugOf } from "../markdown/slug";
import { NumberedNames } from "../text/numbered-names";

/** A heading as links see it. `from` is the start of its line, in UTF-16 units. */
export type NamedHeading = { title: string; level: number; from: number; lineStart: number };

/** How a link names a heading: by its id in the preview, as GitHub does, by its title, or by the slugs above it. */
export type Naming = "id" | "hub" | "title" | "path";

/** The headings of a text, in order. */
export function namedHeadings(text: string): NamedHeading[] {
  return listSections(parseOutline(text)).map(({ title, level, from, lineStart }) => ({
    title,
    level,
    from,
    lineStart,
  }));
}

/**
 * The names of a document's headings. If several headings have the same title, it means the first one; ids and GitHub's names are numbered,
 * so each heading has its own.
 */
export class HeadingNames {
  readonly #found = new Map<string, number>();
  readonly #names: Record<Naming, string>[] = [];
  readonly #folded: string[] = [];
  readonly #above: number[] = [];

  constructor(readonly headings: readonly NamedHeading[]) {
    const ids = new NumberedNames();
    const hubs = new NumberedNames();
    const open: { level: number; path: string; index: number }[] = [];
    for (const [index, { title, level }] of headings.entries()) {
      const slug = slugOf(title);
      while ((open.at(-1)?.level ?? 0) >= level) open.pop();
      const above = open.at(-1);
      const path = above ? `${above.path}/${slug}` : slug;
      open.push({ level, path, index });
      this.#above.push(above?.index ?? -1);
      this.#folded.push(fold(title));
      this.#names.push({ id: ids.take(slug), hub: hubs.take(hubSlug(title)), title: title.trim(), path });
    }
    for (const naming of ["id", "path", "hub"] as const) this.#add((index) => this.#names[index]?.[naming] ?? "");
    this.#add((index) => hubSlug(headings[index]?.title ?? ""));
    this.#add((index) => this.#folded[index] ?? "");
  }

  #add(nameOf: (index: number) => string): void {
    for (let index = 0; index < this.headings.length; index++) {
      const name = nameOf(index);
      if (name !== "" && !this.#found.has(name)) this.#found.set(name, index);
    }
  }

  /** The index of the heading that a decoded fragment means; -1 if there is none. `A#B` is B below A. */
  find(fragment: string): number {
    const name = fragment.trim();
    const found = this.#found.get(name) ?? this.#found.get(fold(name));
    if (found !== undefined) return found;
    if (!name.includes("#")) return -1;
    const chain = name.split("#").map(fold);
    const last = chain.pop() as string;
    return this.#folded.findIndex((title, index) => title === last && this.#isBelow(index, chain));
  }

  #isBelow(index: number, chain: readonly string[]): boolean {
    let wanted = chain.length - 1;
    for (let at = this.#above[index] ?? -1; at >= 0 && wanted >= 0; at = this.#above[at] ?? -1)
      if (this.#folded[at] === chain[wanted]) wanted--;
    return wanted < 0;
  }

  /** The name of a heading in one of the forms. */
  name(index: number, naming: Naming): string {
    return this.#names[index]?.[naming] ?? "";
  }

  /** The forms in which a fragment names its heading, the likeliest first. */
  namings(index: number, fragment: string): Naming[] {
    const names = this.#names[index];
    const all: Naming[] = ["title", "hub", "id", "path"];
    const written = fragment.trim();
    const exact = all.filter((naming) => names?.[naming] === written);
    const folded = all.filter((naming) => !exact.includes(naming) && fold(names?.[naming] ?? "") === fold(written));
    return [...exact, ...folded];
  }
}

const fold = (text: string): string => text.normalize("NFC").trim().toLowerCase();
