import { expect, test } from "vitest";
import { besideWindow, isOnScreen } from "./on-screen";

const screen = { x: 0, y: 0, width: 1920, height: 1080 };
const at = (x: number, y: number) => isOnScreen({ x, y, width: 1000, height: 700 }, screen);

test("a window counts as on the screen if its title bar can be dragged", () => {
  expect(at(100, 100)).toBe(true);
  expect(at(-800, 0)).toBe(true);
  expect(at(-950, 0)).toBe(false);
  expect(at(1900, 0)).toBe(false);
  expect(at(0, 1070)).toBe(false);
  expect(at(0, -300)).toBe(false);
});

test("another window is opened one step beside, completely on the screen, and not larger than the screen", () => {
  const area = { x: 0, y: 30, width: 1000, height: 700 };
  const at = (x: number, y: number, width = 400, height = 300) => besideWindow({ x, y, width, height }, area);
  expect(at(100, 100)).toEqual({ x: 128, y: 128, width: 400, height: 300 });
  expect(at(590, 100)).toEqual({ x: 0, y: 128, width: 400, height: 300 });
  expect(at(100, 420)).toEqual({ x: 128, y: 30, width: 400, height: 300 });
  expect(at(-50, -50, 2000, 2000)).toEqual({ x: 0, y: 30, width: 1000, height: 700 });
});
