import type { KeyboardEvent } from "react";

type Recall = { isRecalling: boolean; recall(by: 1 | -1): boolean };

/** The completions that are open below the question; null if none are. */
export type Completions = { count: number; chosen: number; move(to: number): void; choose(): void; close(): void };

/** The keys of the question field: completions, sending, earlier questions, and Backspace into the chips. */
export function handleComposerKey(
  event: KeyboardEvent<HTMLTextAreaElement>,
  {
    completions,
    recall: { isRecalling, recall },
    send,
  }: {
    completions: Completions | null;
    recall: Recall;
    /** `now`: for it the running answer is stopped. */
    send(now: boolean): void;
  },
): void {
  const { key, shiftKey, ctrlKey, metaKey, altKey, nativeEvent, currentTarget } = event;
  // The input method handles its own keys; some report them only as key code 229.
  if (nativeEvent.isComposing || nativeEvent.keyCode === 229) return;
  const isPlain = !shiftKey && !ctrlKey && !metaKey && !altKey;
  if (completions && isPlain && handleCompletionKey(key, completions)) {
    event.preventDefault();
  } else if (key === "Escape" && completions) {
    event.preventDefault();
    event.stopPropagation();
    completions.close();
  } else if (key === "Enter" && !shiftKey && !altKey) {
    event.preventDefault();
    // Ignore key repeat: the key was pressed for something else.
    if (!nativeEvent.repeat) send(ctrlKey || metaKey);
  } else if (key === "ArrowUp" && isPlain && (isRecalling || currentTarget.selectionEnd === 0)) {
    if (recall(-1)) event.preventDefault();
  } else if (key === "ArrowDown" && isPlain && isRecalling) {
    if (recall(1)) event.preventDefault();
  } else if (key === "Backspace" && isPlain && currentTarget.value === "") {
    const chips = currentTarget.closest(".composer")?.querySelectorAll<HTMLElement>(".chip button");
    const last = chips?.[chips.length - 1];
    if (!last) return;
    event.preventDefault();
    last.focus();
  }
}

function handleCompletionKey(key: string, { count, chosen, move, choose }: Completions): boolean {
  if (count === 0) return false;
  if (key === "ArrowDown") move((chosen + 1) % count);
  else if (key === "ArrowUp") move((chosen + count - 1) % count);
  else if (key === "Enter" || key === "Tab") choose();
  else return false;
  return true;
}
