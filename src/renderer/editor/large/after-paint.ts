/** How long to wait if the window paints nothing, for example while it is hidden, in milliseconds. */
const MAX_DELAY = 100;

/** Runs `callback` once the last change has been painted, so that reports about a change do not delay it. */
export function afterPaint(callback: () => void): void {
  if (typeof requestAnimationFrame !== "function") {
    callback();
    return;
  }
  let isDone = false;
  const runOnce = () => {
    if (!isDone) callback();
    isDone = true;
  };
  requestAnimationFrame(() => setTimeout(runOnce));
  setTimeout(runOnce, MAX_DELAY);
}
