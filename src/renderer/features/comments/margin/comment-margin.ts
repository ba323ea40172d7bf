import type { Extension } from "@codemirror/state";
import { EditorView, type PluginValue, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import type { CommentDraft } from "../../../../shared/comments";
import type { Shell } from "../../../workbench/api/shell";
import { ShellProvider } from "../../../workbench/api/shell-context";
import {
  hasMarks,
  markedThreads,
  rangeOf,
  setActiveThread,
  setMarks,
  shownThread,
  threadsAtEdits,
} from "../comment-marks";
import { arrangeCards } from "./arrange-cards";
import { MIN_WIDTH_REM } from "./margin-width";
import "./comment-margin.css";
import { MAX_CARDS } from "../../../ui/limits";
import { MarginCards, type MarginItem } from "./margin-cards";

type Measured = { isWide: boolean; placed: PositionedItem[]; heights: Map<string, number> };
type PositionedItem = { item: MarginItem; from: number; top: number };

/** Shows the threads of a document, and what the user writes about it, beside its text. */
export function commentMargin(shell: Shell, doc: string): Extension {
  return ViewPlugin.define((view) => new CommentMargin(view, shell, doc), {
    // The editor writes its classes again, for one when it loses the focus.
    provide: (plugin) =>
      EditorView.editorAttributes.of((view) => (view.plugin(plugin)?.hasCards ? { class: WITH_CARDS } : null)),
  });
}

/** The class of an editor whose text leaves room for cards. */
const WITH_CARDS = "cm-with-cards";

class CommentMargin implements PluginValue {
  hasCards = false;
  readonly #view: EditorView;
  readonly #shell: Shell;
  readonly #doc: string;
  readonly #dom = document.createElement("div");
  readonly #resized = new ResizeObserver(() => this.#measure());
  readonly #stops: (() => void)[] = [];
  #root: Root | null = null;
  /** The card that had the focus when it went; it may come back once main says where its words are now. */
  #lostFocus: string | null = null;
  #shown: { active: string | null; items: readonly MarginItem[] } = { active: null, items: [] };
  #isDestroyed = false;
  /** The new comment that was scrolled into view once: from then on the user scrolls. */
  #scrolledTo: string | null = null;

  constructor(view: EditorView, shell: Shell, doc: string) {
    this.#view = view;
    this.#shell = shell;
    this.#doc = doc;
    this.#dom.className = "cm-comment-margin";
    view.scrollDOM.append(this.#dom);
    this.#resized.observe(view.dom);
    const { comments, layout, $settings } = shell;
    for (const atom of [comments.$drafts, comments.$active, layout.$sidebar, $settings])
      this.#stops.push(atom.listen(() => this.#measure()));
    this.#stops.push(comments.$active.listen(() => queueMicrotask(() => this.#markActive())));
    this.#measure();
  }

  /** Marks the words of the active thread. Not within an update of the view, which makes a thread active. */
  #markActive(): void {
    if (!this.#isDestroyed) this.#view.dispatch({ effects: setActiveThread.of(this.#active()) });
  }

  #active(): string | null {
    return this.#shell.tabs.$active.get() === this.#doc ? this.#shell.comments.$active.get() : null;
  }

  update(update: ViewUpdate): void {
    const { docChanged, viewportChanged, geometryChanged, selectionSet, focusChanged, transactions, state, view } =
      update;
    if ((selectionSet || focusChanged) && view.hasFocus) this.#follow(state.selection.main.head);
    // A comment that was just sent is at the cursor, too.
    const isMarked = transactions.some(({ effects }) => effects.some((effect) => effect.is(setMarks)));
    if (isMarked && view.hasFocus && this.#active() === null) this.#follow(state.selection.main.head);
    const hasEffects = transactions.some(({ effects }) => effects.length > 0);
    if (docChanged || viewportChanged || geometryChanged || selectionSet || hasEffects) this.#measure();
  }

  destroy(): void {
    this.#isDestroyed = true;
    for (const stop of this.#stops) stop();
    this.#resized.disconnect();
    this.#dom.remove();
    this.#shell.comments.reportMargin(this.#doc, false);
    // React does not unmount while it renders.
    const root = this.#root;
    queueMicrotask(() => root?.unmount());
  }

  /** The thread at the cursor is active; of several, the shortest passage. */
  #follow(head: number): void {
    if (this.#shell.tabs.$active.get() !== this.#doc) return;
    let found: { thread: string; length: number } | null = null;
    for (const { thread, from, to } of markedThreads(this.#view.state, head, head))
      if (found === null || to - from < found.length) found = { thread, length: to - from };
    this.#shell.comments.activate(found?.thread ?? null);
  }

  #measure(): void {
    if (this.#isDestroyed) return;
    this.#view.requestMeasure({ key: this, read: () => this.#read(), write: (found) => this.#write(found) });
  }

  #isWide(): boolean {
    const { layout, $settings } = this.#shell;
    const { view, open } = layout.$sidebar.get();
    const { fontSize } = getComputedStyle(document.documentElement);
    const hasWidth = this.#view.dom.clientWidth >= MIN_WIDTH_REM * Number.parseFloat(fontSize);
    // Lines that are not wrapped would run below the cards.
    const wraps = this.#view.lineWrapping || this.#view.dom.classList.contains("cm-galley-markdown");
    return hasWidth && wraps && $settings.get().commentsInMargin && !(open && view === "comments");
  }

  #read(): Measured {
    const isWide = this.#isWide();
    const placed = isWide ? this.#items() : [];
    const heights = new Map<string, number>();
    for (const card of this.#cards()) heights.set(card.dataset["key"] ?? "", card.offsetHeight);
    return { isWide, placed, heights };
  }

  #cards(): Iterable<HTMLElement> {
    return this.#dom.querySelectorAll<HTMLElement>("[data-key]");
  }

  /** The threads and drafts at the lines that are rendered, by position. */
  #items(): PositionedItem[] {
    const { state, viewport } = this.#view;
    const { comments, tabs } = this.#shell;
    const isFront = tabs.$active.get() === this.#doc;
    const drafts: readonly CommentDraft[] = isFront ? comments.$drafts.get() : [];
    const items: PositionedItem[] = [];
    for (const { thread: id, from } of markedThreads(state, viewport.from, viewport.to)) {
      const thread = shownThread(state, id);
      if (thread === undefined || items.length >= MAX_CARDS) continue;
      items.push({ item: { key: id, thread }, from, top: this.#topOf(Math.max(from, viewport.from)) });
    }
    // An edit in answer may replace the very words: its thread is beside it as long as it waits.
    for (const { thread, from } of threadsAtEdits(state)) {
      if (from < viewport.from || from > viewport.to || items.length >= MAX_CARDS) continue;
      items.push({ item: { key: thread.thread, thread }, from, top: this.#topOf(from) });
    }
    for (const draft of drafts) {
      if (draft.kind !== "new") continue;
      const { from, words } = draft;
      const range = rangeOf(state, { range: { from, to: from + words.length }, words });
      if (range === null || range.to < viewport.from || range.from > viewport.to) continue;
      items.push({ item: { key: draft.id, thread: null }, from: range.from, top: this.#topOf(range.from) });
    }
    // In one line, by position: what is written about its first words is the first card.
    return items.sort((a, b) => a.top - b.top || a.from - b.from);
  }

  /** In pixels from the top of what scrolls. */
  #topOf(position: number): number {
    const { scrollDOM } = this.#view;
    const at = this.#view.coordsAtPos(position, 1);
    if (at !== null) return at.top - scrollDOM.getBoundingClientRect().top + scrollDOM.scrollTop;
    return this.#view.lineBlockAt(position).top + this.#view.documentPadding.top;
  }

  /** A comment that begins at the last line in view would have its field and buttons below the window. */
  #scrollIntoView(key: string | null): void {
    for (const card of this.#cards()) {
      if (card.dataset["key"] !== key || !card.contains(document.activeElement)) continue;
      this.#scrolledTo = key;
      card.scrollIntoView({ block: "nearest" });
    }
    if (key === null) this.#scrolledTo = null;
  }

  #write({ isWide, placed, heights }: Measured): void {
    // While its preview is shown, that says whether there is room.
    if (this.#view.dom.clientWidth > 0) this.#shell.comments.reportMargin(this.#doc, isWide);
    this.hasCards = placed.length > 0 || (isWide && hasMarks(this.#view.state));
    this.#view.dom.classList.toggle(WITH_CARDS, this.hasCards);
    const active = this.#active();
    const isActive = (key: string) =>
      key === active || placed.some(({ item }) => item.key === key && item.thread === null);
    const tops = arrangeCards(
      placed.map(({ item: { key }, top }) => ({ key, top, height: heights.get(key) ?? 40 })),
      placed.find(({ item }) => isActive(item.key))?.item.key ?? null,
    );
    for (const card of this.#cards()) {
      const top = tops.get(card.dataset["key"] ?? "");
      card.style.top = top === undefined ? "" : `${Math.round(top)}px`;
      card.style.visibility = top === undefined ? "hidden" : "";
    }
    const begun = placed.find(({ item }) => item.thread === null)?.item.key ?? null;
    if (begun !== this.#scrolledTo) this.#scrollIntoView(begun);
    this.#render(
      placed.map(({ item }) => item),
      active,
    );
  }

  #returnFocus(): void {
    if (this.#lostFocus === null) return;
    const isFree = document.activeElement === null || document.activeElement === document.body;
    const card = [...this.#cards()].find(({ dataset }) => dataset["key"] === this.#lostFocus);
    if (isFree) card?.querySelector<HTMLElement>("article")?.focus({ preventScroll: true });
    if (!isFree || card !== undefined) this.#lostFocus = null;
  }

  /** Renders the cards if others are shown now, or if something in them has changed. */
  #render(items: readonly MarginItem[], active: string | null): void {
    const { items: before, active: activeBefore } = this.#shown;
    const isSame =
      items.length === before.length &&
      items.every(({ key, thread }, index) => key === before[index]?.key && thread === before[index].thread);
    if (isSame && active === activeBefore) return;
    this.#shown = { items, active };
    const focused = document.activeElement?.closest<HTMLElement>("[data-key]");
    if (focused && this.#dom.contains(focused) && !items.some(({ key }) => key === focused.dataset["key"]))
      this.#lostFocus = focused.dataset["key"] ?? null;
    if (items.length === 0 && this.#root === null) return;
    this.#root ??= createRoot(this.#dom);
    const onRendered = (cards: Iterable<HTMLElement>) => {
      for (const card of cards) this.#resized.observe(card);
      this.#returnFocus();
      this.#measure();
    };
    const cards = createElement(MarginCards, { items, active, onRendered });
    this.#root.render(createElement(ShellProvider, { shell: this.#shell, children: cards }));
  }
}
