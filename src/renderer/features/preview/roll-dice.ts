import { findDice } from "../../../core/dice/dice";
import { rollDetails } from "../../../core/dice/roll-dice";
import { previewMessages } from "../../rendering/page/messages";
import { roll } from "../../ui/roll";

/** Makes the dice of a block buttons for the keyboard and screen readers. The text stays as it is. */
export function makeDiceRollable(block: Element): void {
  for (const dice of block.querySelectorAll<HTMLElement>(".dice")) {
    if (isInLink(dice)) continue;
    dice.tabIndex = 0;
    dice.setAttribute("role", "button");
    dice.title = previewMessages.rollDice(dice.textContent ?? "");
  }
}

/** Rolls the dice that an element is in, and shows the result beside them: as generated content, so that find and comments see only the text. */
export function rollDiceIn(element: Element, announce: (sentence: string) => void): boolean {
  const shown = element.closest(".dice");
  if (shown !== null && isInLink(shown)) return false;

  const [dice] = shown === null ? [] : findDice(shown.textContent ?? "");
  if (shown === null || dice === undefined) return false;
  const rolled = roll(dice);
  const details = rollDetails(rolled);
  const result = details === "" ? String(rolled.total) : `${rolled.total} = ${details}`;
  shown.setAttribute("data-roll", result);
  shown.setAttribute("aria-label", previewMessages.rolled(dice.source, result));
  announce(previewMessages.rolled(dice.source, result));
  return true;
}

/** A link written as HTML is followed, whatever it shows. */
const isInLink = (dice: Element): boolean => dice.closest("a[href]") !== null;
