/** The parts of the window that F6 cycles through, in order. */
const PANES = [".search-text, .tree", null, ".aside button", ".panel-field", ".notice button", ".status button"];

/** The parts of each tab group. */
const IN_GROUP = [".tabs [role=tab][tabindex='0']", ".cm-content, .reading-frame"];

/** Moves the focus to the next or previous part of the window that exists, wrapping around. */
export function focusNextPane(by: 1 | -1): void {
  const first = (selector: string, within: ParentNode) => within.querySelector<HTMLElement>(selector) ?? [];
  const groups = [...document.querySelectorAll(".group")];
  const panes = PANES.flatMap((selector) =>
    selector === null
      ? groups.flatMap((group) => IN_GROUP.flatMap((each) => first(each, group)))
      : first(selector, document),
  );
  const at = panes.findIndex((pane) => pane === document.activeElement || pane.contains(document.activeElement));
  panes[(at + by + panes.length) % panes.length]?.focus();
}
