import { expect, it } from "vitest";
import { stemOf, wordsOf } from "./words";

it.each([
  ["Thieves' tools", ["thieves", "tools"]],
  ["Hunter’s Mark", ["hunter", "mark"]],
  ["Antipathy/Sympathy", ["antipathy", "sympathy"]],
  ["ＦＩＲＥ ball", ["fire", "ball"]],
  ["Naïve Señor", ["naive", "senor"]],
  ["2d6+3", ["2d6", "3"]],
  ["火球术", ["火球", "球术"]],
  ["猫", ["猫"]],
  ["火球 fireball", ["火球", "fireball"]],
  ["がんばる", ["がん", "んば", "ばる"]],
  ['"AND" NEAR(a, b)* OR -c', ["and", "near", "a", "b", "or", "c"]],
  ["  !?… ", []],
])("the words of %j are %j", (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

it("an endless run of letters is cut, not searched as a whole", () => {
  expect(wordsOf("x".repeat(100_000))).toEqual(["x".repeat(64)]);
});

it("forms of a word share a stem; other scripts, numbers and short words are their own stem", () => {
  expect(["healing", "heals", "heal", "healed"].map(stemOf)).toEqual(["heal", "heal", "heal", "heal"]);
  expect(["火球", "2d6", "is", "naïve"].map(stemOf)).toEqual(["火球", "2d6", "is", "naïve"]);
});
