/** As long as a page that draws nothing, as a hidden one, is waited for, in milliseconds. */
const LATEST = 100;

/** Runs `tell` once what was just changed is on the screen: what is said about a change does not hold up the change. */
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
