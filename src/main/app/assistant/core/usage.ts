import type { Price } from "../../../../shared/assistant-setup";
import { type Money, moneyOf, sumOfUsage, type Turn, type Usage } from "../../../../shared/conversation";
import type { ModelUsage } from "./message";

export const noUsage: Usage = { input: 0, output: 0, cost: 0 };

/** Adds the usage of a request. If a request does not report a count, the sum is unknown. */
export function addRequest(before: Usage, { input, output }: ModelUsage, price: Price | null): Usage {
  return sumOfUsage([before, { input, output, cost: dollarsFor({ input, output }, price) }]);
}

/** What tokens cost; null if their number or the price is unknown. */
export const dollarsFor = (
  { input, output }: { input: number | null; output: number | null },
  price: Price | null,
): number | null =>
  price === null || input === null || output === null ? null : (input * price.input + output * price.output) / 1e6;

/** The sum of all turns. */
export const sumOfTurns = (turns: readonly Turn[]): Usage => sumOfUsage(turns.map(({ usage }) => usage));

/**
 * The cost of an agent's turn: an agent counts that of its whole session, so what its earlier turns cost in this currency is taken off. `earlier`: the other
 * turns of the conversation.
 */
export function costOfTurn(
  spent: Money | null,
  agent: string | undefined,
  earlier: readonly Turn[],
): Pick<Usage, "cost" | "otherCosts"> {
  if (spent === null) return { cost: null };
  const { amount, currency } = spent;
  const before = earlier
    .filter((turn) => turn.agent === agent)
    .flatMap(({ usage }) => moneyOf(usage))
    .reduce((sum, each) => (each.currency === currency ? sum + each.amount : sum), 0);
  const own = Math.max(0, amount - before);
  return currency === "USD" ? { cost: own } : { cost: 0, otherCosts: { [currency]: own } };
}
