import { type OptionValues, UsageError } from "./command";

export type OutputFormat = "json" | "text";

/** The help of `--format`. */
export const formatHelp = {
  "format json|text": "json prints the data, text is for reading. Default: text on a terminal, json in a pipe or file.",
};

/** What `--format` says; without it text for a person at a terminal, and JSON for a program. */
export const outputFormat = ({ format }: OptionValues, isTerminal = process.stdout.isTTY): OutputFormat => {
  if (format === undefined) return isTerminal ? "text" : "json";
  if (format === "json" || format === "text") return format;
  throw new UsageError(`--format is json or text, not ${JSON.stringify(format)}.`);
};
