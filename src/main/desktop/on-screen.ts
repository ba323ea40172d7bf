import type { Rectangle } from "electron";

/** Whether enough of the title bar lies on the screen to take hold of it. */
export function isOnScreen(window: Rectangle, area: Rectangle): boolean {
  const across = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x);
  return across >= 100 && window.y >= area.y - 10 && window.y <= area.y + area.height - 40;
}

const STEP = 28;

/** A place for another window of the same size: a step down and to the right, or at the area's corner where that is full. */
export function besideWindow(window: Rectangle, area: Rectangle): Rectangle {
  const width = Math.min(window.width, area.width);
  const height = Math.min(window.height, area.height);
  const x = window.x + STEP + width <= area.x + area.width ? Math.max(area.x, window.x + STEP) : area.x;
  const y = window.y + STEP + height <= area.y + area.height ? Math.max(area.y, window.y + STEP) : area.y;
  return { x, y, width, height };
}
