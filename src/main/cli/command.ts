import type { ParseArgsOptionsConfig } from "node:util";

/** The options as `parseArgs` answers them. */
export type OptionValues = Record<string, string | boolean | (string | boolean)[] | undefined>;

/** What a command works with: where it writes, and what it was given. */
export type CommandContext = {
  /** Writes to standard output; waits until it is taken. */
  print(text: string): Promise<void>;
  /** One sentence to standard error. */
  complain(sentence: string): void;
  values: OptionValues;
  positionals: string[];
};

/** One command of `galley`: its help and its options are data, so that they cannot differ from what it takes. */
export type Command = {
  name: string;
  /** After `galley NAME`, such as `FILE|FOLDER`. */
  takes: string;
  /** One line for the list of commands. */
  summary: string;
  /** What `--help` says below the usage. */
  details: string;
  options: ParseArgsOptionsConfig;
  /** One line an option; the key is the option's name, with its value where it has one: `root DIR`. */
  optionHelp: Record<string, string>;
  /** The fewest and the most words it takes. */
  words: [number, number];
  /** Answers `--help` by itself where the words make a difference; the general help otherwise. */
  help?(positionals: string[]): Promise<string | null>;
  /** Answers with the exit code. Wrong usage is thrown as `UsageError`. */
  run(ctx: CommandContext): Promise<number>;
};

/** The command line makes no sense: one sentence, exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** What is asked for cannot be done, said in one sentence: exit code 1. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** What programs learn from the end of a command. */
export const exitCode = { ok: 0, refused: 1, wrongUsage: 2 } as const;
