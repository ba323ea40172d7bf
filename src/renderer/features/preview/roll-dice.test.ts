import { expect, it } from "vitest";
import { rollDiceIn } from "./roll-dice";

/** Marked dice that are in a link, or not, and the attributes that they got. */
function shownDice(isLink: boolean) {
  const attributes = new Map<string, string>();
  const dice = {
    textContent: "2d6+3",
    closest: (selector: string) => (selector === ".dice" || isLink ? dice : null),
    setAttribute: (name: string, value: string) => attributes.set(name, value),
  };
  return { dice: dice as unknown as Element, attributes };
}

it("dice are rolled and announced, but in a link the link is followed", () => {
  const announced: string[] = [];
  const { dice, attributes } = shownDice(false);
  expect(rollDiceIn(dice, (sentence) => announced.push(sentence))).toBe(true);
  expect(attributes.get("data-roll")).toMatch(/^\d+ = \d \+ \d \+ 3$/);
  expect(announced).toEqual([`2d6+3: ${attributes.get("data-roll")}`]);
  const linked = shownDice(true);
  expect(rollDiceIn(linked.dice, (sentence) => announced.push(sentence))).toBe(false);
  expect([announced.length, linked.attributes.size]).toEqual([1, 0]);
});
