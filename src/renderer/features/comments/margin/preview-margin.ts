import type { Text } from "@codemirror/state";
import type { ShownThread } from "../../../../shared/comments";
import { MAX_CARDS } from "../../../ui/limits";
import type { MarkedPassage, PreviewPassages } from "../../../workbench/api/feature-stores";
import type { Shell } from "../../../workbench/api/shell";
import { rangeOf } from "../comment-marks";
import { CardColumn, type PlacedItem } from "./card-column";
import { MIN_WIDTH_REM } from "./margin-width";

/** The width of the cards with the space beside them, in rem. */
const CARDS_REM = 21;

type Options = {
  doc: string;
  passages: PreviewPassages;
  /** An element over the preview, as large as it. */
  over: HTMLElement;
  shell: Shell;
  /** Whether there is room for cards. */
  onWidth(isWide: boolean): void;
  /** The user clicked on a passage. */
  onPicked(thread: string): void;
};

/** Marks the threads of a document in its preview, with cards beside them where there is room. Returns a function that ends that. */
export function previewMargin(options: Options): () => void {
  const margin = new PreviewMargin(options);
  return () => margin.stop();
}

class PreviewMargin {
  readonly #options: Options;
  readonly #column: CardColumn;
  readonly #resized = new ResizeObserver(() => this.#place());
  readonly #stops: (() => void)[] = [];
  /** The open threads that are in the text that is shown. They stay marked while another document is in front. */
  #threads = new Map<string, ShownThread>();

  constructor(options: Options) {
    this.#options = options;
    const { over, passages, shell } = options;
    const { comments, layout, tabs, $settings } = shell;
    this.#column = new CardColumn(shell, () => this.#place());
    over.append(this.#column.dom);
    // What is over the page would keep the wheel from it.
    this.#column.dom.addEventListener("wheel", ({ deltaY }) => passages.scrollBy(deltaY), { passive: true });
    this.#resized.observe(over);
    for (const atom of [
      comments.$threads,
      comments.$drafts,
      comments.$active,
      tabs.$active,
      $settings,
      layout.$sidebar,
    ])
      this.#stops.push(atom.listen(() => this.#mark()));
    this.#stops.push(
      passages.onChange((what) => {
        if (typeof what === "object") options.onPicked(what.picked);
        else if (what === "changed") this.#mark();
        else this.#place();
      }),
    );
    this.#mark();
  }

  stop(): void {
    for (const stop of this.#stops) stop();
    this.#resized.disconnect();
    this.#column.end();
    this.#options.onWidth(false);
  }

  get #isFront(): boolean {
    return this.#options.shell.tabs.$active.get() === this.#options.doc;
  }

  /** Marks what is open now, and shows its cards. */
  #mark(): void {
    const { passages, shell } = this.#options;
    const text = passages.text();
    if (text === null) return;
    const marked = this.#passages(text);
    passages.mark(marked, this.#isFront ? shell.comments.$active.get() : null);
    this.#place();
  }

  #passages(text: Text): MarkedPassage[] {
    const { comments } = this.#options.shell;
    if (this.#isFront)
      this.#threads = new Map(
        comments.$threads.get().flatMap((each) => (each.status === "open" ? [[each.thread, each]] : [])),
      );
    const drafts = this.#isFront ? comments.$drafts.get() : [];
    const placed = (id: string, range: ShownThread["range"], words: string): MarkedPassage[] => {
      const found = rangeOf({ doc: text }, { range, words });
      return found === null ? [] : [{ id, ...found }];
    };
    return [
      ...[...this.#threads.values()].flatMap(({ thread, range, words }) => placed(thread, range, words)),
      ...drafts.flatMap((draft) => {
        if (draft.kind !== "new") return [];
        const { id, from, words } = draft;
        return placed(id, { from, to: from + words.length }, words);
      }),
    ];
  }

  /** Puts each card beside its passage. */
  #place(): void {
    const { passages, over, shell, onWidth } = this.#options;
    const { layout, $settings } = shell;
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const { open, view } = layout.$sidebar.get();
    const hasWidth = over.clientWidth >= MIN_WIDTH_REM * rem && $settings.get().commentsInMargin;
    const isWide = hasWidth && !(open && view === "comments");
    onWidth(isWide);
    const tops = isWide ? passages.tops() : new Map<string, number>();
    const items = [...tops]
      .sort(([, a], [, b]) => a - b)
      .slice(0, MAX_CARDS)
      .map(([key, top]): PlacedItem => ({ item: { key, thread: this.#threads.get(key) ?? null }, top }));
    passages.setMargin(isWide && this.#threads.size + items.length > 0 ? CARDS_REM * rem : 0);
    this.#column.show(items, this.#isFront ? shell.comments.$active.get() : null);
  }
}
