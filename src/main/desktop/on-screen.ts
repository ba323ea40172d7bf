import type { Rectangle } from "electron";

/** Whether enough of the title bar lies on the screen to take hold of it. */
export function isOnScreen(window: Rectangle, area: Rectangle): boolean {
  const across = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x);
  return across >= 100 && window.y >= area.y - 10 && window.y <= area.y + area.height - 40;
}
