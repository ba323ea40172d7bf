/** The parts of the window that F6 goes through, in order. */
const ROOMS = [".search-text, .tree", null, ".aside button", ".panel-field", ".notice button", ".status button"];

/** In each group of tabs. */
const IN_GROUP = [".tabs [role=tab][tabindex='0']", ".cm-content, .reading-frame"];

/** Puts the focus into the next part of the window that is there, round again at the end. */
export function nextRoom(by: 1 | -1): void {
  const first = (selector: string, within: ParentNode) => within.querySelector<HTMLElement>(selector) ?? [];
  const groups = [...document.querySelectorAll(".group")];
  const rooms = ROOMS.flatMap((selector) =>
    selector === null
      ? groups.flatMap((group) => IN_GROUP.flatMap((each) => first(each, group)))
      : first(selector, document),
  );
  const at = rooms.findIndex((room) => room === document.activeElement || room.contains(document.activeElement));
  rooms[(at + by + rooms.length) % rooms.length]?.focus();
}
