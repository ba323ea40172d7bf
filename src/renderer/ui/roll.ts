import type { Dice } from "../../core/dice/dice";
import { type Roll, rollDice } from "../../core/dice/roll-dice";

/** Random numbers that are drawn from the system at a time. */
const AT_ONCE = 64;

/** Rolls dice with the random numbers of the system. */
export function roll(dice: Pick<Dice, "terms">): Roll {
  const bits = new Uint32Array(AT_ONCE);
  let next = 0;
  return rollDice(dice, () => {
    const at = next++ % AT_ONCE;
    if (at === 0) crypto.getRandomValues(bits);
    return bits[at] ?? 0;
  });
}
