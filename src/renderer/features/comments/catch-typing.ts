/**
 * Takes the focus until a field that is about to appear takes it, so that text typed meanwhile does not replace the selected text of the
 * document. Each key reports everything typed so far; Ctrl+Enter sends it, Escape leaves.
 */
export function catchTyping(
  label: string,
  { typed, send, leave }: { typed(text: string): void; send(): void; leave(): void },
): void {
  const field = document.createElement("textarea");
  field.className = "visually-hidden";
  field.setAttribute("aria-label", label);
  field.addEventListener("input", () => typed(field.value));
  field.addEventListener("keydown", (event) => {
    const isSend = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    if (event.isComposing || !(isSend || event.key === "Escape")) return;
    event.preventDefault();
    if (isSend) send();
    else leave();
  });
  field.addEventListener("blur", () => field.remove());
  document.body.append(field);
  field.focus({ preventScroll: true });
}
