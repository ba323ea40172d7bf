/** What the log keeps, from the least to the most: each level has those before it in it. */
export const logLevels = ["error", "warning", "info", "debug"] as const;
export type LogLevel = (typeof logLevels)[number];
