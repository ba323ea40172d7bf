import { sumOfUsage, type Usage } from "../../../../shared/conversation";

/** Whether anything was counted: an agent that says nothing of its tokens leaves zeros. */
export const isCounted = ({ input, output, cost, otherCosts }: Usage): boolean =>
  (input ?? 0) > 0 || (output ?? 0) > 0 || (cost ?? 0) > 0 || Object.keys(otherCosts ?? {}).length > 0;

type UsageParts = { input: boolean; output: boolean; cost: boolean };

/** The sum of what is known, and whether each part of it is known of all; null if a part is known of none. */
export function knownSum(usages: readonly Usage[]): { sum: Usage; isWhole: UsageParts } {
  const counted = usages.map((usage) => (isCounted(usage) ? usage : unknownUsage));
  const isKnown = (key: keyof UsageParts) => counted.every((usage) => usage[key] !== null);
  const anyKnown = (key: keyof UsageParts) => counted.some((usage) => usage[key] !== null);
  const whole = sumOfUsage(
    counted.map((usage) => ({ ...usage, input: usage.input ?? 0, output: usage.output ?? 0, cost: usage.cost ?? 0 })),
  );
  return {
    sum: {
      ...whole,
      input: anyKnown("input") ? whole.input : null,
      output: anyKnown("output") ? whole.output : null,
      cost: anyKnown("cost") ? whole.cost : null,
    },
    isWhole: { input: isKnown("input"), output: isKnown("output"), cost: isKnown("cost") },
  };
}

/** What is known of an answer that counts nothing. */
export const unknownUsage: Usage = { input: null, output: null, cost: null };
