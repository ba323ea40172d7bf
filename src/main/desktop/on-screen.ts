import type { Rectangle } from "electron";

/** Whether enough of the title bar is on the screen to drag the window. */
export function isOnScreen(window: Rectangle, area: Rectangle): boolean {
  const across = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x);
  return across >= 100 && window.y >= area.y - 10 && window.y <= area.y + area.height - 40;
}

const STEP = 28;

/** Bounds for another window of the same size: one step down and to the right, or in the corner of the work area if there is no space left. */
export function besideWindow(window: Rectangle, area: Rectangle): Rectangle {
  const width = Math.min(window.width, area.width);
  const height = Math.min(window.height, area.height);
  const x = window.x + STEP + width <= area.x + area.width ? Math.max(area.x, window.x + STEP) : area.x;
  const y = window.y + STEP + height <= area.y + area.height ? Math.max(area.y, window.y + STEP) : area.y;
  return { x, y, width, height };
}
