/** Puts a popover below or above its button, whichever side has more space. */
export function placeBeside(box: HTMLElement | null, button: HTMLElement | null): void {
  const at = button?.getBoundingClientRect();
  if (!box || !at) return;
  const isBelow = at.bottom < innerHeight * 0.6;
  const right = `${Math.max(8, innerWidth - at.right)}px`;
  box.style.inset = isBelow
    ? `${at.bottom + 4}px ${right} auto auto`
    : `auto ${right} ${innerHeight - at.top + 4}px auto`;
  box.style.maxHeight = `${(isBelow ? innerHeight - at.bottom : at.top) - 16}px`;
}
