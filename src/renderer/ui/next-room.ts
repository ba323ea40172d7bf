/** The parts of the window that F6 goes through, in order. */
const ROOMS = [
  ".search-text, .tree",
  ".tabs [role=tab][tabindex='0']",
  ".cm-content, .reading-frame",
  ".aside button",
  ".status button",
];

/** Puts the focus into the next part of the window that is there, round again at the end. */
export function nextRoom(by: 1 | -1): void {
  const rooms = ROOMS.flatMap((selector) => document.querySelector<HTMLElement>(selector) ?? []);
  const at = rooms.findIndex((room) => room === document.activeElement || room.contains(document.activeElement));
  rooms[(at + by + rooms.length) % rooms.length]?.focus();
}
