/** Log levels, each including the ones before it. */
export const logLevels = ["error", "warning", "info", "debug"] as const;
export type LogLevel = (typeof logLevels)[number];
