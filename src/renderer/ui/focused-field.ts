/** The focused text field outside the editor, with its undo and redo; null if there is none. */
export function focusedField(): { undo(): void; redo(): void } | null {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement)) return null;
  // A field that is waiting for input, such as the one over a spreadsheet cell, has nothing to undo.
  if (focused.dataset["editing"] === "false") return null;
  // Deprecated, but the only way to use a field's own undo stack; Chromium keeps it for this purpose.
  return { undo: () => document.execCommand("undo"), redo: () => document.execCommand("redo") };
}
