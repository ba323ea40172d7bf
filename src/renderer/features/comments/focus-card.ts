/** Focuses a card, or a field in one. Beside a text it may not be at its passage yet: scrolling to where it is would lose that. */
export function focusCard(element: HTMLElement): void {
  element.focus({ preventScroll: element.closest(".cm-comment-margin") !== null });
}
