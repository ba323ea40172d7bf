const GAP = 8;

/** Positions a dialog below the selection of the editor in front, or above it if there is more space, always inside the window. */
export function positionBelowSelection(dialog: HTMLDialogElement): void {
  const group = document.querySelector(".group[data-active='true']") ?? document;
  const drawn = [...group.querySelectorAll(".cm-selectionBackground")].map((each) => each.getBoundingClientRect());
  const seen = drawn.filter(({ bottom, top }) => bottom > 0 && top < innerHeight);
  const { offsetHeight: height, offsetWidth: width } = dialog;
  const middle = { top: innerHeight / 3, bottom: innerHeight / 3, left: (innerWidth - width) / 2 };
  const top = seen.length > 0 ? Math.min(...seen.map((rect) => rect.top)) : middle.top;
  const bottom = seen.length > 0 ? Math.max(...seen.map((rect) => rect.bottom)) : middle.bottom;
  const left = seen.length > 0 ? Math.min(...seen.map((rect) => rect.left)) : middle.left;
  const most = innerHeight - height - GAP;
  const above = top - height - GAP;
  const topEdge = bottom + GAP <= most || above < GAP ? bottom + GAP : above;
  dialog.style.top = `${Math.max(GAP, Math.min(topEdge, most))}px`;
  dialog.style.left = `${Math.max(GAP, Math.min(left, innerWidth - width - GAP))}px`;
}
