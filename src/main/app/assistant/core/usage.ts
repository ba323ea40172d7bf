import type { Price } from "../../../../shared/assistant-setup";
import type { Turn, Usage } from "../../../../shared/conversation";
import type { ModelUsage } from "./message";

export const noUsage: Usage = { input: 0, output: 0, cost: 0 };

/** Adds the usage of a request. If a request does not report a count, the sum is unknown. */
export function addRequest(before: Usage, { input, output }: ModelUsage, price: Price | null): Usage {
  const cost = dollarsFor({ input, output }, price);
  return { input: plus(before.input, input), output: plus(before.output, output), cost: plus(before.cost, cost) };
}

/** What tokens cost; null if their number or the price is unknown. */
export const dollarsFor = (
  { input, output }: { input: number | null; output: number | null },
  price: Price | null,
): number | null =>
  price === null || input === null || output === null ? null : (input * price.input + output * price.output) / 1e6;

/** The sum of all turns. */
export const sumOfTurns = (turns: readonly Turn[]): Usage =>
  turns.reduce(
    (sum, { usage }) => ({
      input: plus(sum.input, usage.input),
      output: plus(sum.output, usage.output),
      cost: plus(sum.cost, usage.cost),
    }),
    noUsage,
  );

const plus = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b);
