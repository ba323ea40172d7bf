/** How long to wait if the window paints nothing, for example while it is hidden, in milliseconds. */
const LATEST = 100;

/** Runs `callback` once the last change has been painted, so that reports about a change do not delay it. */
export function afterPaint(tell: () => void): void {
  if (typeof requestAnimationFrame !== "function") {
    tell();
    return;
  }
  let isTold = false;
  const once = () => {
    if (!isTold) tell();
    isTold = true;
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, LATEST);
}
