import { expect, test } from "vitest";
import { MAX_WHOLE_FILES } from "../../../core/limits";
import { chooseFiles } from "./shared-files";

test("a folder with more images than are shared shares its texts, and the first of the images", () => {
  const choice = chooseFiles();
  const images = Array.from({ length: MAX_WHOLE_FILES }, (_, at) => `${at}.png`);
  expect(images.every(choice.keeps)).toBe(true);
  expect(["a.mp3", "a.md"].map(choice.keeps)).toEqual([false, true]);
  expect(choice.isCut()).toBe(false);
  expect(["one-more.png", "b.md"].map(choice.keeps)).toEqual([false, true]);
  expect(choice.isCut()).toBe(true);
});
