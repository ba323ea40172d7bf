/** Splits a coarse change into the finer changes that it amounts to. */
import { applyChanges, type Change, composeChanges, shifted } from "../text/change";
import { isWordAt, wordEnd, wordStart } from "../text/characters";
import { difference } from "./difference";
import { slideChanges } from "./slide-changes";

/**
 * Reduces changes to the words that they really change, in a form that does not depend on who made the edit. Changes that touch are joined.
 */
export function refineChanges(base: string, changes: readonly Change[]): Change[] {
  const parts = composeChanges(changes, []).flatMap((change) => {
    const { from, to, insert } = change;
    if (from === to || insert === "") return from < to || insert !== "" ? [change] : [];
    return difference(base.slice(from, to), insert).map((part) => shifted(part, from));
  });
  return composeChanges(slideChanges(base, parts), []);
}

/** The changes as a reader sees them: refined, and if some cut into a word, the whole word is replaced. */
export function wholeWordChanges(base: string, changes: readonly Change[]): Change[] {
  const groups: { from: number; to: number; parts: Change[] }[] = [];
  for (const change of refineChanges(base, changes)) {
    const { from, to } = wordsAround(base, change);
    const last = groups.at(-1);
    if (last === undefined || from >= last.to) groups.push({ from, to, parts: [change] });
    else {
      last.to = Math.max(last.to, to);
      last.parts.push(change);
    }
  }
  const whole = groups.map(({ from, to, parts }) => {
    const inside = parts.map((part) => shifted(part, -from));
    return { from, to, insert: applyChanges(base.slice(from, to), inside) };
  });
  return composeChanges(whole, []);
}

// A change touches a word if it cuts into it, joins something to it, or cuts something off.
function wordsAround(base: string, { from, to, insert }: Change): { from: number; to: number } {
  const isBefore = isWordAt(base, from) || (insert === "" ? isWordAt(base, to) : isWordAt(insert, 0));
  const isAfter =
    isWordAt(base, to - 1) || isWordAt(insert === "" ? base : insert, (insert === "" ? from : insert.length) - 1);
  return {
    from: isWordAt(base, from - 1) && isBefore ? wordStart(base, from) : from,
    to: isWordAt(base, to) && isAfter ? wordEnd(base, to) : to,
  };
}
