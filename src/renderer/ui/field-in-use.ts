/**
 * The text field outside the canvas that has the focus, with its own undo and redo; null where the canvas or nothing
 * is being typed in.
 */
export function fieldInUse(): { undo(): void; redo(): void } | null {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement)) return null;
  // A field that only waits for typing to begin, as the one over a sheet's cell, has nothing to undo.
  if (focused.dataset["editing"] === "false") return null;
  // The one way to a field's own undo stack; Chromium keeps it for exactly this.
  return { undo: () => document.execCommand("undo"), redo: () => document.execCommand("redo") };
}
