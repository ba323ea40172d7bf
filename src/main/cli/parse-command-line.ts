import { parseArgs } from "node:util";
import { nearestNames } from "../../core/text/nearest-name";
import { type Command, type OptionValues, UsageError } from "./command";

export type CommandLine =
  | { status: "run"; command: Command; values: OptionValues; positionals: string[] }
  /** `topics` are the arguments after `help`, or those given beside `--help`. */
  | { status: "help"; command: Command | null; topics: string[] }
  | { status: "version" };

/** Parses the arguments after `galley`. Throws `UsageError`, with the nearest known name, if they are wrong. */
export const parseCommandLine = (args: readonly string[], commands: readonly Command[]): CommandLine => {
  const [first] = args;
  // `invar` was the former prefix of the section tools.
  if (first === "invar" && args.length > 1) return parseCommandLine(args.slice(1), commands);
  if (first === undefined) return { status: "help", command: null, topics: [] };
  if (first === "--version" || first === "-v" || first === "-V") return { status: "version" };
  if (first === "--help" || first === "-h") return { status: "help", command: null, topics: [] };
  if (first === "help") return helpOn(args.slice(1), commands);
  if (first.startsWith("-")) {
    throw new UsageError(
      `${quoted(first)} is not an option of galley; options come after the command, see galley --help.`,
    );
  }
  const command = commandIn(args, commands);
  if (command !== undefined) return parseFor(command, args.slice(nameParts(command).length));
  if (isFamily(args, commands)) return { status: "help", command: null, topics: [first] };
  throw new UsageError(unknownCommand(args, commands));
};

const nameParts = ({ name }: Command): string[] => name.split(" ");

const isFlag = (word: string | undefined): boolean => word === undefined || word === "--help" || word === "-h";

/** The command that the first arguments name. A name may have two parts (`doc toc`). */
const commandIn = (args: readonly string[], commands: readonly Command[]): Command | undefined =>
  commands.find((command) => nameParts(command).every((word, index) => word === args[index]));

/** Whether the arguments hold only the first part of a two-part name (`doc`). */
const isFamily = (args: readonly string[], commands: readonly Command[]): boolean =>
  isFlag(args[1]) && commands.some((command) => nameParts(command).length > 1 && nameParts(command)[0] === args[0]);

const helpOn = (given: readonly string[], commands: readonly Command[]): CommandLine => {
  const topics = given.filter((word) => !isFlag(word));
  const args = topics[0] === "invar" && topics.length > 1 ? topics.slice(1) : topics;
  const [name] = args;
  if (name === undefined) return { status: "help", command: null, topics: [] };
  const command = commandIn(args, commands);
  if (command !== undefined) return { status: "help", command, topics: args.slice(nameParts(command).length) };
  if (isFamily(args, commands)) return { status: "help", command: null, topics: [name] };
  throw new UsageError(unknownCommand(args, commands));
};

const parseFor = (command: Command, args: readonly string[]): CommandLine => {
  // A command with its own `--version VERSION` option keeps that option.
  const ownVersion = command.options.version !== undefined;
  const options = {
    version: { type: "boolean" },
    ...command.options,
    help: { type: "boolean", short: "h" },
    color: { type: "string" },
  } satisfies Command["options"];
  // Parsed without validation first, so that `--help` works whatever else is wrong.
  const loose = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  if (loose.values.help === true) return { status: "help", command, topics: loose.positionals };
  if (loose.values.version === true && (!ownVersion || loose.positionals.length === 0)) return { status: "version" };
  for (const token of loose.tokens) {
    if (token.kind !== "option" || token.name in options) continue;
    throw new UsageError(unknownOption(command, token.rawName, Object.keys(options)));
  }
  const { values, positionals } = parseStrictly(command, args, options);
  const [fewest, most] = command.arity;
  if (positionals.length < fewest) throw new UsageError(`galley ${command.name} needs ${command.takes}.`);
  if (positionals.length > most) throw new UsageError(tooMany(command, positionals));
  return { status: "run", command, values, positionals };
};

const parseStrictly = (command: Command, args: readonly string[], options: Command["options"]) => {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    // The first sentence says what is wrong; the rest is advice for programmers.
    const reason = error instanceof Error ? error.message.split(/\.\s|\n/, 1)[0] : String(error);
    throw new UsageError(`galley ${command.name}: ${reason}.`);
  }
};

const unknownCommand = (args: readonly string[], commands: readonly Command[]): string => {
  const [first = "", second] = args;
  const names = commands.map((command) => command.name);
  const family = names.filter((name) => name.startsWith(`${first} `));
  const name = family.length > 0 ? `${first} ${second}` : first;
  const firstParts = [...new Set(commands.map((command) => nameParts(command)[0] ?? ""))];
  const known = family.length > 0 ? family : firstParts;
  const [nearest] = [...names.filter((each) => each.endsWith(` ${first}`)), ...nearestNames(name, [...names, "help"])];
  const instead = nearest === undefined ? `the commands are ${known.join(", ")}` : `did you mean ${nearest}?`;
  return `${quoted(name)} is not a command of galley; ${instead}`;
};

const unknownOption = (command: Command, raw: string, known: string[]): string => {
  const [nearest] = nearestNames(raw.replace(/^-+/, ""), known);
  const list = known.map((name) => `--${name}`).join(", ");
  const instead = nearest === undefined ? `it takes ${list}.` : `did you mean --${nearest}?`;
  const file = raw.startsWith("--") ? "" : " Put arguments that start with a dash after --.";
  return `${quoted(raw)} is not an option of galley ${command.name}; ${instead}${file}`;
};

const tooMany = (command: Command, positionals: string[]): string => {
  const [, most] = command.arity;
  const first = positionals[most] ?? "";
  const takes = command.takes === "" ? "no words" : command.takes;
  const shell =
    command.name === "call" ? " Did the shell split the JSON? Put it in single quotes, or pipe it in with -." : "";
  return `galley ${command.name} takes ${takes}; ${quoted(first)} is too many.${shell}`;
};

const quoted = (word: string): string => JSON.stringify(word.length > 60 ? `${word.slice(0, 59)}…` : word);
