import { hubSlug, slugOf } from "../../core/markdown/slug";
import { NumberedNames } from "../../core/text/numbered-names";

/** Gives each heading of a document a unique id, and finds the heading that a link's fragment refers to. */
export class HeadingIds {
  readonly #ids = new NumberedNames();
  readonly #found = new Map<string, string>();
  readonly #open: { level: number; path: string }[] = [];

  /** The heading's id: its slug, with a number if another heading has the same slug. */
  take(title: string, level: number): string {
    const slug = slugOf(title);
    const id = this.#ids.take(slug);
    while ((this.#open.at(-1)?.level ?? 0) >= level) this.#open.pop();
    const above = this.#open.at(-1);
    const path = above ? `${above.path}/${slug}` : slug;
    this.#open.push({ level, path });
    for (const name of [id, path, hubSlug(title), title.trim().toLowerCase()])
      if (name !== "" && !this.#found.has(name)) this.#found.set(name, id);
    return id;
  }

  /**
   * The id that a fragment (decoded, without `#`) refers to, by id, path, GitHub slug or title; null if there is none.
   */
  find(fragment: string): string | null {
    const name = fragment.trim();
    return this.#found.get(name) ?? this.#found.get(name.toLowerCase()) ?? null;
  }
}
