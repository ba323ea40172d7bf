import { atom } from "nanostores";

type Aside = "work" | "matches" | "glossary" | "style";

/** The pane beside the table, and when the search field should take the focus. */
export function createBookPanes() {
  /** Null while the pane is closed. */
  const $aside = atom<Aside | null>("work");
  let lastAside: Aside = "work";
  /** Incremented to focus the search field. */
  const $searchFocus = atom(0);
  return {
    $aside,
    toggleAside(): void {
      const now = $aside.get();
      if (now !== null) lastAside = now;
      $aside.set(now === null ? lastAside : null);
    },
    $searchFocus,
    enterSearch: () => $searchFocus.set($searchFocus.get() + 1),
  };
}
