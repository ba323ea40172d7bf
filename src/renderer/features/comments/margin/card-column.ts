import { createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import type { Shell } from "../../../workbench/api/shell";
import { ShellProvider } from "../../../workbench/api/shell-context";
import { arrangeCards } from "./arrange-cards";
import "./comment-margin.css";
import { MarginCards, type MarginItem } from "./margin-cards";

/** A card, and where its passage begins, in pixels from the top of the element that the cards are in. */
export type PlacedItem = { item: MarginItem; top: number };

/** The cards beside a page, in an element of their own. */
export class CardColumn {
  readonly dom = document.createElement("div");
  readonly #shell: Shell;
  readonly #resized: ResizeObserver;
  #root: Root | null = null;
  #shown: { items: readonly MarginItem[]; active: string | null } = { items: [], active: null };

  /** `onResize` is called when a card has another height; cards are then to be placed again. */
  constructor(shell: Shell, onResize: () => void) {
    this.#shell = shell;
    this.#resized = new ResizeObserver(onResize);
    this.dom.className = "cm-comment-margin";
  }

  /** The cards in the order of their passages. */
  cards(): HTMLElement[] {
    return [...this.dom.querySelectorAll<HTMLElement>("[data-key]")];
  }

  /** The key of the card that has the focus. */
  focused(): string | null {
    const card = document.activeElement?.closest<HTMLElement>("[data-key]");
    return card && this.dom.contains(card) ? (card.dataset["key"] ?? null) : null;
  }

  /** Shows these cards, in the order of their passages; what the user begins to write, or the `active` thread, is at its passage. */
  show(placed: readonly PlacedItem[], active: string | null): void {
    this.#render(
      placed.map(({ item }) => item),
      active,
    );
    const cards = this.cards();
    const heights = new Map(cards.map((card) => [card.dataset["key"], card.offsetHeight]));
    const isActive = ({ key, thread }: MarginItem) => thread === null || key === active;
    const tops = arrangeCards(
      placed.map(({ item: { key }, top }) => ({ key, top, height: heights.get(key) ?? 40 })),
      placed.find(({ item }) => isActive(item))?.item.key ?? null,
    );
    for (const card of cards) {
      const top = tops.get(card.dataset["key"] ?? "");
      card.style.top = top === undefined ? "" : `${Math.round(top)}px`;
      card.style.visibility = top === undefined ? "hidden" : "";
    }
  }

  end(): void {
    this.#resized.disconnect();
    this.dom.remove();
    // React does not unmount while it renders.
    const root = this.#root;
    queueMicrotask(() => root?.unmount());
  }

  /** Renders the cards if others are shown now, or if something in them has changed. */
  #render(items: readonly MarginItem[], active: string | null): void {
    const { items: before, active: activeBefore } = this.#shown;
    const isSame =
      items.length === before.length &&
      items.every(({ key, thread }, index) => key === before[index]?.key && thread === before[index].thread);
    if (isSame && active === activeBefore) return;
    this.#shown = { items, active };
    this.#root ??= createRoot(this.dom);
    const onRendered = (cards: Iterable<HTMLElement>) => {
      for (const card of cards) this.#resized.observe(card);
    };
    const cards = createElement(MarginCards, { items, active, onRendered });
    this.#root.render(createElement(ShellProvider, { shell: this.#shell, children: cards }));
  }
}
