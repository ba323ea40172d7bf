import { expect, test } from "vitest";
import { isOnScreen } from "./on-screen";

const screen = { x: 0, y: 0, width: 1920, height: 1080 };
const at = (x: number, y: number) => isOnScreen({ x, y, width: 1000, height: 700 }, screen);

test("a window counts as on the screen where its title bar can be taken hold of", () => {
  expect(at(100, 100)).toBe(true);
  expect(at(-800, 0)).toBe(true);
  expect(at(-950, 0)).toBe(false);
  expect(at(1900, 0)).toBe(false);
  expect(at(0, 1070)).toBe(false);
  expect(at(0, -300)).toBe(false);
});
