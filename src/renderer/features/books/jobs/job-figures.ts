import { bookMessages } from "../messages";

/** The remaining time in words. */
export function timeLeft(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return bookMessages.jobs.minutes(minutes);
  return bookMessages.jobs.hours(Math.floor(minutes / 60), minutes % 60);
}

/** Dollars, with more decimals for small amounts; a dash if unknown. */
export function dollars(cost: number | null): string {
  if (cost === null) return bookMessages.jobs.noCost;
  const decimals = cost === 0 || cost >= 1 ? 2 : cost >= 0.01 ? 3 : 4;
  return `$${cost.toFixed(decimals)}`;
}

/** A number of tokens in short form: `812`, `12.4k`, `3.1M`. */
export function tokens(amount: number): string {
  if (amount < 1000) return String(amount);
  const [share, letter] = amount < 999_950 ? [amount / 1000, "k"] : [amount / 1_000_000, "M"];
  return `${share < 100 ? share.toFixed(1) : Math.round(share)}${letter}`;
}
