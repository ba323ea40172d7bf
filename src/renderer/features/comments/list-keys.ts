import type { KeyboardEvent } from "react";
import type { CommentStore } from "../../workbench/api/feature-stores";

/**
 * The keys of a list of comments, in the side bar as beside the text: arrows go through the cards, Ctrl+Z takes the last change back, Escape goes to
 * the text.
 */
export function handleListKeys(event: KeyboardEvent<HTMLElement>, comments: CommentStore): void {
  if (event.defaultPrevented || !(event.target instanceof HTMLElement)) return;
  if (event.key === "Escape") comments.backToText();
  if (event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLSelectElement) return;
  if (event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey) {
    event.preventDefault();
    void comments.undo();
  }
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  const thread = event.target.dataset["thread"];
  if (step === 0 || thread === undefined) return;
  event.preventDefault();
  const list = event.currentTarget.closest(".comments-pane, .cm-comment-margin");
  const cards = [...(list?.querySelectorAll<HTMLElement>("[data-thread]") ?? [])];
  const next = cards[cards.indexOf(event.target) + step];
  if (next !== undefined) next.focus();
  else if (list?.matches(".cm-comment-margin")) comments.stepFrom(thread, step);
}
