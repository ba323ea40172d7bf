import type { ParseArgsOptionsConfig } from "node:util";

/** The option values as `parseArgs` returns them. */
export type OptionValues = Record<string, string | boolean | (string | boolean)[] | undefined>;

/** What a command gets: its output and its arguments. */
export type CommandContext = {
  /** Writes to standard output. Resolves once the system has taken the text. */
  print(text: string): Promise<void>;
  /** Prints one sentence to standard error. */
  complain(sentence: string): void;
  values: OptionValues;
  positionals: string[];
};

/** One command of `galley`. Help and options are data, so the help cannot differ from what the parser accepts. */
export type Command = {
  name: string;
  /** The arguments as shown after `galley NAME`, such as `FILE|FOLDER`. */
  takes: string;
  /** One line for the list of commands. */
  summary: string;
  /** What `--help` says below the usage. */
  details: string;
  options: ParseArgsOptionsConfig;
  /** One line per option. The key is the option's name, with its value if it takes one: `root DIR`. */
  optionHelp: Record<string, string>;
  /** The smallest and largest number of positional arguments. */
  arity: [number, number];
  /** Somebody waits for its end: no leftovers of other processes are removed meanwhile. */
  isQuick?: true;
  /** Help that depends on the positional arguments; null for the general help of the command. */
  help?(positionals: string[]): Promise<string | null>;
  /** Returns the exit code. Throws `UsageError` for wrong usage. */
  run(ctx: CommandContext): Promise<number>;
};

/** The command line is wrong. One sentence, exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The request is valid but cannot be carried out. One sentence, exit code 1. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** Exit codes, for scripts that run `galley`. */
export const exitCode = { ok: 0, failed: 1, wrongUsage: 2 } as const;
