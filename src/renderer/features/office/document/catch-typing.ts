/** Keys that arrive while no paragraph has a field: what they type belongs to the one that is about to have it. */
export type CaughtTyping = {
  /** Begins with a text, as if it had been typed. */
  begin(text: string): void;
  /** What was typed since the last time, once nothing is being composed. */
  take(): string;
  /** Whether an input method is composing; then the field has to stay. */
  isComposing(): boolean;
  /** Whether the user still types there, and has not gone elsewhere. */
  isWanted(): boolean;
  stop(): void;
};

/**
 * Takes the focus with a field that nobody sees, until the field of a new paragraph takes it. Calls `onTyped` with all that was typed, and `onComposed` when
 * an input method has ended.
 */
export function catchTyping(
  label: string,
  { onTyped, onComposed }: { onTyped(text: string): void; onComposed(): void },
): CaughtTyping {
  const field = document.createElement("textarea");
  field.className = "visually-hidden";
  field.setAttribute("aria-label", label);
  let isComposing = false;
  field.addEventListener("input", () => onTyped(field.value));
  field.addEventListener("compositionstart", () => {
    isComposing = true;
  });
  field.addEventListener("compositionend", () => {
    isComposing = false;
    onComposed();
  });
  document.body.append(field);
  field.focus({ preventScroll: true });
  return {
    begin(text) {
      field.value = text;
      if (text !== "") onTyped(text);
    },
    take() {
      const { value } = field;
      field.value = "";
      return value;
    },
    isComposing: () => isComposing,
    isWanted: () => document.activeElement === field || !document.hasFocus(),
    stop: () => field.remove(),
  };
}
