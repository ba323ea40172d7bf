import type { Envelope } from "../../engine/ports/caller";
import { withTools } from "../call-tool";
import { type Command, type OptionValues, UsageError } from "../command";
import { commandHelp } from "../help";
import { folderOptionHelp, folderOptions } from "../shared-options";
import { withStdinFile } from "../stdin-file";
import {
  documents,
  type Flag,
  flagHelp,
  flagOptions,
  flagValues,
  number,
  propertiesOfTool,
  toggle,
} from "../tool-flags";

const tool = "grep";
/** This path means standard input. */
const STDIN = "-";

/** The exit codes of grep: no match is not an error. */
const exit = { found: 0, none: 1, failed: 2 } as const;

const flags: Record<string, Flag> = {
  "case-sensitive": { ...toggle("case_sensitive"), short: "s" },
  "whole-word": { ...toggle("whole_word"), short: "w" },
  context: { ...number("context"), short: "C" },
  "max-results": { ...number("max_results"), short: "m" },
  documents,
};

/** The largest number the tool accepts: a user of grep expects every match. */
const MAX_RESULTS = 10_000;

type Match = { file: string; id: string; line: number; text: string; before?: string[]; after?: string[] };
type GrepData = {
  matches: Match[];
  match_count: number;
  paragraph_count: number;
  file_count: number;
  truncated: boolean;
  stopped_early: boolean;
};

/** Prints the matching lines, with file and line number as grep does, or with paragraph ids. */
export const grep: Command = {
  name: "grep",
  takes: "PATTERN [PATH…]",
  summary: "Search documents, line by line.",
  details: `PATH is a file, a folder or a pattern in quotes ('docs/**/*.md'); this folder unless given. Office documents are searched too.
A PATH of - is standard input, which comes first.
PATTERN is a regular expression in the dialect of ripgrep; letter case does not matter unless --case-sensitive is given. Prints "file:line:text".
Exit codes, as grep's: 0 something matches, 1 nothing does, 2 the request is wrong or something cannot be read.`,
  options: {
    ...folderOptions,
    ...flagOptions(flags),
    regexp: { type: "string", short: "e", multiple: true },
    "fixed-strings": { type: "boolean", short: "F" },
    "files-with-matches": { type: "boolean", short: "l" },
    count: { type: "boolean", short: "c" },
    ids: { type: "boolean" },
    // Options that users of grep type by habit. They change nothing here.
    "ignore-case": { type: "boolean", short: "i" },
    "line-number": { type: "boolean", short: "n" },
    recursive: { type: "boolean", short: "r" },
    json: { type: "boolean" },
  },
  optionHelp: helpRows({}),
  arity: [0, Number.MAX_SAFE_INTEGER],
  async help() {
    return commandHelp({ ...grep, optionHelp: helpRows(flagHelp(flags, await propertiesOfTool(tool))) });
  },

  async run({ positionals, values, print, complain }) {
    if (values["ignore-case"] === true && values["case-sensitive"] === true)
      throw new UsageError("--ignore-case and --case-sensitive contradict each other.");
    const { patterns, paths } = patternsAndPaths(positionals, values);
    const given = {
      max_results: MAX_RESULTS,
      ...flagValues(flags, values, await propertiesOfTool(tool)),
      ...(patterns.length === 1 ? { pattern: patterns[0] } : { patterns }),
      ...(values["fixed-strings"] === true && { regex: false }),
    };
    const printed = printedAs(values);
    const answers: GrepData[] = [];
    const errors: string[] = [];
    const search = (all: readonly string[], options: OptionValues) =>
      withTools(options, async (call) => {
        for (const path of all) {
          const answer = await call(tool, { path, ...given });
          if (isWrongForAll(answer)) throw new UsageError(describeOptionError(answer));
          if (answer.ok) answers.push(answer.data as unknown as GrepData);
          else errors.push(answer.message);
        }
      });
    const files = paths.filter((path) => path !== STDIN);
    if (files.length < paths.length) await withStdinFile((file) => search([file.path], { ...values, ...file.values }));
    if (files.length > 0) await search(files, values);
    await print(printed(answers));
    for (const error of errors) complain(error);
    for (const { matches, match_count, truncated, stopped_early } of answers) {
      if (truncated && values.json !== true)
        complain(`only the first ${matches.length} of ${match_count} matching lines are shown`);
      if (stopped_early) complain("stopped before all was searched; narrow the search");
    }
    if (errors.length > 0) return exit.failed;
    return answers.some(({ match_count }) => match_count > 0) ? exit.found : exit.none;
  },
};

function helpRows(ofFlags: Record<string, string>): Record<string, string> {
  return {
    "regexp PATTERN, -e":
      "A pattern, also one that begins with a dash (--regexp=-x). May be repeated; all words are then PATHs.",
    "fixed-strings, -F": "Take the pattern as plain text.",
    ...ofFlags,
    "files-with-matches, -l": "Print only the names of the files that match.",
    "count, -c": "Print only how many lines of each file match.",
    ids: 'Print "file:line:[id] text", with the id of the paragraph, for galley read --ids.',
    json: "Print the answer's data as JSON; of several PATHs a list.",
    "ignore-case, -i": "Always on.",
    "line-number, -n": "Always on.",
    "recursive, -r": "Always on.",
    ...folderOptionHelp,
  };
}

function patternsAndPaths(positionals: string[], { regexp }: OptionValues): { patterns: string[]; paths: string[] } {
  const named = Array.isArray(regexp) ? regexp.map(String) : [];
  const [first, ...rest] = positionals;
  if (named.length === 0 && first === undefined) throw new UsageError(`galley grep needs PATTERN [PATH…].`);
  const patterns = named.length > 0 ? named : [first ?? ""];
  const paths = named.length > 0 ? positionals : rest;
  return { patterns, paths: paths.length > 0 ? paths : ["."] };
}

const isWrongForAll = ({ ok, error }: Envelope): boolean => !ok && error?.code === "bad_arguments";

/** The tool's hint names tool arguments, but the options have other names. So only the message is used. */
function describeOptionError({ message, error }: Envelope): string {
  const isExpression = error?.message.includes("not a regular expression") === true;
  return `${error?.message ?? message}${isExpression ? "; --fixed-strings takes it as plain text" : ""}`;
}

function printedAs(values: OptionValues): (answers: readonly GrepData[]) => string {
  const shapes = ["json", "files-with-matches", "count"].filter((name) => values[name] === true);
  if (shapes.length > 1) throw new UsageError(`--${shapes.join(" and --")} cannot be combined.`);
  const [shape] = shapes;
  if (shape === "json") return (all) => `${JSON.stringify(all.length === 1 ? all[0] : all, null, 2)}\n`;
  const lines = (rows: (found: GrepData) => string[]) => (all: readonly GrepData[]) =>
    all
      .flatMap(rows)
      .map((row) => `${row}\n`)
      .join("");
  if (shape === "files-with-matches") return lines(({ matches }) => [...new Set(matches.map(({ file }) => file))]);
  if (shape === "count") return lines(countsOf);
  return lines(({ matches }) => matches.flatMap((match, index) => rowsOf(match, index, values)));
}

function countsOf({ matches }: GrepData): string[] {
  const counts = new Map<string, number>();
  for (const { file } of matches) counts.set(file, (counts.get(file) ?? 0) + 1);
  return [...counts].map(([file, count]) => `${file}:${count}`);
}

function rowsOf(
  { file, id, line, text, before = [], after = [] }: Match,
  index: number,
  values: OptionValues,
): string[] {
  const isApart = index > 0 && values.context !== undefined && values.context !== "0";
  return [
    ...(isApart ? ["--"] : []),
    ...before.map((each, at) => `${file}-${line - before.length + at}-${each}`),
    `${file}:${line}:${values.ids === true ? `[${id}] ` : ""}${text}`,
    ...after.map((each, at) => `${file}-${line + 1 + at}-${each}`),
  ];
}
