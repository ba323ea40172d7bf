import type { ShownThread } from "../../../../shared/comments";
import type { DocumentId } from "../../../../shared/contract";
import { MAX_CARDS } from "../../../ui/limits";
import type { DraftOnPage, PagePassages } from "../../../workbench/api/feature-stores";
import type { Shell } from "../../../workbench/api/shell";
import { CardColumn, type PlacedItem } from "./card-column";
import { MIN_WIDTH_REM } from "./margin-width";

type Options = {
  doc: DocumentId;
  passages: PagePassages;
  /** The element that the cards are in; it scrolls with the page. */
  inside: HTMLElement;
  shell: Shell;
  /** Where the user began the new comments of this session. */
  drafts(): readonly DraftOnPage[];
  /** Whether there is room for cards. */
  onWidth(isWide: boolean): void;
};

/** Shows the threads of a document that is a page as cards beside it, where there is room. Returns a function that ends that. */
export function pageMargin(options: Options): () => void {
  const margin = new PageMargin(options);
  return () => margin.stop();
}

class PageMargin {
  readonly #options: Options;
  readonly #column: CardColumn;
  readonly #stops: (() => void)[] = [];
  /** The open threads with words. They stay beside the page while another document is in front. */
  #threads: readonly ShownThread[] | null = null;
  #frame: number | null = null;
  /** Where the card that has the focus was last: the user may scroll its passage away while they write. */
  #focused: PlacedItem | null = null;
  /** The new comment that was scrolled into view once: from then on the user scrolls. */
  #scrolledTo: string | null = null;

  constructor(options: Options) {
    this.#options = options;
    const { inside, passages, shell } = options;
    const { comments, layout, tabs, $settings } = shell;
    this.#column = new CardColumn(shell, () => this.#placeSoon());
    inside.append(this.#column.dom);
    for (const atom of [
      comments.$threads,
      comments.$state,
      comments.$drafts,
      comments.$active,
      tabs.$active,
      $settings,
      layout.$sidebar,
    ])
      this.#stops.push(atom.listen(() => this.#placeSoon()));
    this.#stops.push(
      passages.onChange((what) => {
        if (what === "changed") this.#placeSoon();
        else this.#follow(what);
      }),
    );
    this.#placeSoon();
  }

  stop(): void {
    for (const stop of this.#stops) stop();
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    this.#column.end();
    this.#options.onWidth(false);
  }

  get #isFront(): boolean {
    return this.#options.shell.tabs.$active.get() === this.#options.doc;
  }

  /** In the next frame, once for all that happens until then. */
  #placeSoon(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = null;
      this.#place();
    });
  }

  /** The thread that the user goes to is active; in a paragraph with several the first one, unless one of them is. */
  #follow(to: { at: readonly string[] } | { picked: readonly string[] }): void {
    if (!this.#isFront || !this.#isWide()) return;
    const { comments } = this.#options.shell;
    const active = comments.$active.get();
    const threads = "at" in to ? to.at : to.picked;
    const [first = null] = threads;
    if (active !== null && threads.includes(active) && ("at" in to || threads.length === 1)) return;
    // A second click on words with several threads leads to the next one.
    const next = "picked" in to && active !== null ? threads[threads.indexOf(active) + 1] : undefined;
    comments.activate(next ?? first);
  }

  #isWide(): boolean {
    const { passages, shell } = this.#options;
    const { open, view } = shell.layout.$sidebar.get();
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const hasWidth = passages.width() >= MIN_WIDTH_REM * rem;
    return hasWidth && shell.$settings.get().commentsInMargin && !(open && view === "comments");
  }

  /** Puts a card beside each passage that is rendered. */
  #place(): void {
    const { passages, shell, drafts, onWidth } = this.#options;
    const { comments } = shell;
    if (this.#isFront && comments.$state.get() === "ready")
      this.#threads = comments.$threads.get().filter(({ status, range }) => status === "open" && range !== null);
    const isWide = this.#isWide();
    onWidth(isWide);
    const begun = this.#isFront ? drafts() : [];
    const threads = this.#threads ?? [];
    // If the threads are not to be known, the page shows what it knows itself.
    const isLoading = this.#isFront && comments.$state.get() === "loading";
    passages.setMargin({
      isWide: isWide && (this.#threads !== null || isLoading),
      hasCards: isWide && threads.length + begun.length > 0,
    });
    const active = this.#isFront ? comments.$active.get() : null;
    const tops = passages.tops(begun, isWide ? active : null);
    const byId = new Map(threads.map((thread) => [thread.thread, thread]));
    const items = (isWide ? [...tops] : []).flatMap(([key, top]): PlacedItem[] => {
      const thread = byId.get(key) ?? null;
      const isShown = thread !== null || begun.some(({ id }) => id === key);
      return isShown ? [{ item: { key, thread }, top }] : [];
    });
    this.#keepFocused(items, byId, begun);
    items.sort((a, b) => a.top - b.top);
    this.#column.show(items.slice(0, MAX_CARDS), active);
    this.#scrollIntoView(items.find(({ item }) => item.thread === null)?.item.key ?? null);
  }

  /** Adds the card that has the focus if its passage is no longer rendered. */
  #keepFocused(items: PlacedItem[], byId: ReadonlyMap<string, ShownThread>, begun: readonly DraftOnPage[]): void {
    const key = this.#column.focused();
    const found = items.find(({ item }) => item.key === key);
    if (key === null || found !== undefined) {
      this.#focused = found ?? null;
      return;
    }
    const { top } = this.#focused ?? {};
    const thread = byId.get(key) ?? null;
    const isThere = thread !== null || begun.some(({ id }) => id === key);
    if (isThere && top !== undefined && this.#isWide()) items.push({ item: { key, thread }, top });
  }

  /** A comment that begins at the last line in view would have its field and buttons below the window. */
  #scrollIntoView(key: string | null): void {
    if (key === null) this.#scrolledTo = null;
    if (key === this.#scrolledTo || key !== this.#column.focused()) return;
    this.#scrolledTo = key;
    this.#column
      .cards()
      .find(({ dataset }) => dataset["key"] === key)
      ?.scrollIntoView({ block: "nearest" });
  }
}
