import type { OdfStyles } from "../odf/styles";
import type { XmlTag } from "../package/scan-xml";

type List = { style: string | null; counts: number[]; isNew: boolean };

/** The lists around the current position of a scan, and the counters of their items and of headings. */
export class OpenLists {
  readonly #open: List[] = [];
  /** The counters with which the last list of each style ended, for lists that continue them. */
  readonly #ended = new Map<string, number[]>();
  readonly #headings: number[] = [];

  constructor(private readonly styles: OdfStyles) {}

  get depth(): number {
    return this.#open.length;
  }

  open(tag: XmlTag): void {
    const around = this.#open.at(-1);
    const style = tag.attribute("text:style-name") ?? around?.style ?? null;
    const continuesNumbering =
      tag.attribute("text:continue-numbering") === "true" || tag.attribute("text:continue-list") !== null;
    const before = around === undefined && continuesNumbering ? this.#ended.get(style ?? "") : undefined;
    this.#open.push({ style, counts: [...(before ?? around?.counts ?? [])], isNew: false });
  }

  openItem(tag: XmlTag): void {
    const list = this.#open.at(-1);
    if (list === undefined) return;
    const level = this.#open.length - 1;
    const start = Number(tag.attribute("text:start-value"));
    list.counts.length = Math.min(list.counts.length, level + 1);
    for (let above = 0; above < level; above++) list.counts[above] = this.#open[above]?.counts[above] ?? 1;
    list.counts[level] = start > 0 ? start : (list.counts[level] ?? this.styles.start(list.style, level) - 1) + 1;
    list.isNew = true;
  }

  close(): void {
    const list = this.#open.pop();
    if (list !== undefined && this.#open.length === 0) this.#ended.set(list.style ?? "", list.counts);
  }

  /** The marker of a paragraph if it is the first of its item, otherwise undefined. `style` is that of lists of its paragraph style. */
  takeMarker(style: string | null): string | null | undefined {
    const list = this.#open.at(-1);
    if (list === undefined || !list.isNew) return undefined;
    list.isNew = false;
    const counts = this.#open.map(({ counts: each }, level) => each[level] ?? 1);
    return this.styles.marker(list.style ?? style, counts);
  }

  /** Counts a heading of this level, and returns its marker. */
  countHeading(level: number): string | null {
    const headings = this.#headings;
    headings.length = Math.min(headings.length, level);
    for (let above = 0; above < level - 1; above++) headings[above] ??= 1;
    headings[level - 1] = (headings[level - 1] ?? 0) + 1;
    return this.#open.length === 0 ? this.styles.marker("outline", headings) : null;
  }
}
