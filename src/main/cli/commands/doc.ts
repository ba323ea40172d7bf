import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { ParseArgsOptionsConfig } from "node:util";
import { formatOf } from "../../../core/text/format";
import { callTool } from "../call-tool";
import { type Command, type CommandContext, exitCode, UsageError } from "../command";
import { commandHelp } from "../help";
import { formatHelp, outputFormat } from "../output-format";
import { readStdin } from "../read-stdin";
import { readTextFile } from "../read-text-file";
import { folderOptionHelp, folderOptions, rootsOf } from "../shared-options";
import {
  documents,
  type Flag,
  flagHelp,
  flagOptions,
  flagValues,
  many,
  number,
  type Properties,
  propertiesOfTool,
  text,
  toggle,
} from "../tool-flags";

type DocCommand = {
  name: string;
  tool: string;
  takes: string;
  summary: string;
  details: string;
  arity: [number, number];
  flags: Record<string, Flag>;
  /** Whether the command takes new text, from an option, a file or standard input. */
  takesContent?: true;
  /** The tool arguments that the positional arguments stand for. */
  toArguments(ctx: CommandContext): Record<string, unknown> | Promise<Record<string, unknown>>;
  /** What `--format text` prints of an answer. Default: the answer's message. */
  asText?(data: Record<string, unknown>): string;
};

const editFlags = {
  base: text("version", "VERSION"),
  version: text("version", "VERSION"),
  "dry-run": toggle("dry_run"),
};

const fileOrFiles = (files: string[]): string | string[] => (files.length === 1 ? (files[0] ?? "") : files);
const fileAnd = (argument: string) => (ctx: CommandContext) => ({
  file: ctx.positionals[0],
  [argument]: ctx.positionals[1],
});
const contentOf = (data: Record<string, unknown>): string => String(data.content);

const table: readonly DocCommand[] = [
  {
    name: "doc toc",
    tool: "doc_toc",
    takes: "FILE…",
    summary: "Show the sections of Markdown files.",
    details:
      "FILE is a file or a pattern (in quotes) such as 'docs/**/*.md'. --format text prints the whole outline unless --max-tokens limits it.",
    arity: [1, many],
    flags: { depth: number("depth"), "max-tokens": number("max_tokens"), documents },
    toArguments: ({ positionals, values }) => ({
      file: fileOrFiles(positionals),
      ...(outputFormat(values) === "text" && { format: "text", max_tokens: many }),
    }),
  },
  {
    name: "doc read",
    tool: "doc_read",
    takes: "FILE SECTION",
    summary: "Print one section.",
    details:
      "SECTION is a path from galley doc toc, @LINE, #0/#1, @frontmatter, or a title. --format text prints the section as it stands.",
    arity: [2, 2],
    flags: { "include-children": toggle("include_children") },
    toArguments: fileAnd("section"),
    asText: contentOf,
  },
  {
    name: "doc read-many",
    tool: "doc_read_many",
    takes: "FILE SECTION…",
    summary: "Print several sections, in the order asked.",
    details: "If one SECTION is missing or ambiguous, none is printed.",
    arity: [2, many],
    flags: {},
    toArguments: ({ positionals: [file, ...sections] }) => ({ file, sections }),
    asText: (data) => (data.sections as Record<string, unknown>[]).map(contentOf).join("\n\n"),
  },
  {
    name: "doc find",
    tool: "doc_find",
    takes: "FILE… [PATTERN]",
    summary: "Find sections by title, text, level or size.",
    details:
      "PATTERN is a glob on the whole title, in quotes: '*auth*'. The last argument is a FILE if that file exists or has a Markdown extension; --pattern is unambiguous.",
    arity: [1, many],
    flags: {
      pattern: text("pattern", "GLOB"),
      content: text("content", "TEXT"),
      level: number("level"),
      "min-size": number("min_size"),
      documents,
    },
    toArguments: findArguments,
  },
  {
    name: "doc replace",
    tool: "doc_replace",
    takes: "FILE SECTION [-]",
    summary: "Replace a section.",
    details:
      "The new text comes from --content, --content-file or standard input. The heading stays, unless --no-keep-heading.",
    arity: [2, 3],
    flags: {
      "keep-heading": toggle("keep_heading"),
      "include-children": toggle("include_children"),
      ...editFlags,
    },
    takesContent: true,
    toArguments: fileAnd("section"),
  },
  {
    name: "doc insert",
    tool: "doc_insert",
    takes: "FILE ANCHOR [-]",
    summary: "Insert a section beside or into another.",
    details: "The new section, heading first, comes from --content, --content-file or standard input.",
    arity: [2, 3],
    flags: { position: text("position", "before|after|first_child|last_child"), ...editFlags },
    takesContent: true,
    toArguments: fileAnd("anchor"),
  },
  {
    name: "doc delete",
    tool: "doc_delete",
    takes: "FILE SECTION",
    summary: "Delete a section.",
    details: "Deletes the heading, its text and its sub-sections; with --no-include-children the sub-sections stay.",
    arity: [2, 2],
    flags: { "include-children": toggle("include_children"), ...editFlags },
    toArguments: fileAnd("section"),
  },
];

/** `galley doc …`: the tools that work by section. They print `data` as JSON, or text. */
export const docCommands: readonly Command[] = table.map(commandOf);

function commandOf(doc: DocCommand): Command {
  const command: Command = {
    name: doc.name,
    takes: doc.takes,
    summary: doc.summary,
    details: `${doc.details}\nExit codes: 0 done, 1 refused, 2 wrong usage.`,
    options: optionsOf(doc),
    // The descriptions of the tool are loaded only for `--help`: most commands need no tool besides their own.
    optionHelp: optionHelpOf(doc, {}),
    arity: doc.arity,
    async help() {
      return commandHelp({ ...command, optionHelp: optionHelpOf(doc, await propertiesOfTool(doc.tool)) });
    },
    run: (ctx) => run(doc, ctx),
  };
  return command;
}

function optionsOf({ flags, takesContent }: DocCommand): ParseArgsOptionsConfig {
  const options: ParseArgsOptionsConfig = { ...folderOptions, format: { type: "string" }, ...flagOptions(flags) };
  if (takesContent) Object.assign(options, { content: { type: "string" }, "content-file": { type: "string" } });
  return options;
}

function optionHelpOf({ flags, takesContent }: DocCommand, properties: Properties): Record<string, string> {
  const rows: Record<string, string> = {};
  if (takesContent) {
    rows["content TEXT"] = String(properties.content?.description ?? "");
    rows["content-file PATH"] =
      "Take the new text from this file; - is standard input, which is also taken without either.";
  }
  Object.assign(rows, flagHelp(flags, properties));
  if (flags.version !== undefined) rows["version VERSION"] = "The same as --base.";
  return { ...rows, ...formatHelp, ...folderOptionHelp };
}

async function run(doc: DocCommand, ctx: CommandContext): Promise<number> {
  const { values } = ctx;
  const format = outputFormat(values);
  const properties = await propertiesOfTool(doc.tool);
  const given = {
    ...(await doc.toArguments(ctx)),
    ...flagValues(doc.flags, values, properties),
    ...(doc.takesContent && { content: await newContent(ctx) }),
  };
  const { ok, message, data = {} } = await callTool(values, doc.tool, given);
  if (!ok) {
    ctx.complain(message);
    return exitCode.failed;
  }
  const isMessage = format === "text" && doc.asText === undefined;
  if (!isMessage && format === "text")
    for (const warning of (data.warnings as string[] | undefined) ?? []) ctx.complain(warning);
  const printed = format === "json" ? JSON.stringify(data, null, 2) : (doc.asText?.(data) ?? message);
  await ctx.print(printed.endsWith("\n") && format === "text" ? printed : `${printed}\n`);
  return exitCode.ok;
}

async function newContent({ values, positionals }: CommandContext): Promise<string> {
  const { content, "content-file": file } = values;
  const [, , piece] = positionals;
  if (piece !== undefined && piece !== "-")
    throw new UsageError(`The new text comes from --content, --content-file or -, not from ${JSON.stringify(piece)}.`);
  if (content !== undefined && file !== undefined)
    throw new UsageError("The new text comes from --content or --content-file, not both.");
  if (typeof content === "string") return content;
  if (typeof file === "string" && file !== "-") return readTextFile(file, "--content-file");
  if (process.stdin.isTTY) throw new UsageError("Give the new text with --content or --content-file, or pipe it in.");
  const piped = await readStdin(process.stdin);
  if (piped === "")
    throw new UsageError("Standard input is empty; give the new text with --content or --content-file.");
  return piped;
}

async function findArguments({ positionals, values }: CommandContext): Promise<Record<string, unknown>> {
  const last = positionals.at(-1) ?? "";
  const [root = "."] = await rootsOf(values);
  const isFile = formatOf(last) === "markdown" || existsSync(resolve(root, last));
  const budget = outputFormat(values) === "text" ? { max_tokens: many } : {};
  if (positionals.length === 1 || values.pattern !== undefined || isFile)
    return { file: fileOrFiles(positionals), ...budget };
  return { file: fileOrFiles(positionals.slice(0, -1)), pattern: last, ...budget };
}
