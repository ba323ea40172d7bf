import { callTool } from "../call-tool";
import { type Command, type CommandContext, exitCode, UsageError } from "../command";
import { toolHelp } from "../help";
import { toolDescriptions } from "../open-engine";
import { readStdin } from "../read-stdin";
import { readTextFile } from "../read-text-file";
import { folderOptionHelp, folderOptions } from "../shared-options";

/** Calls one tool once, and prints its whole answer. */
export const call: Command = {
  name: "call",
  takes: "TOOL [JSON|-]",
  summary: "Call one tool and print its answer as JSON.",
  details: `JSON is an object with the tool's arguments; - reads it from standard input. galley call TOOL --help shows them.
The answer is {ok, message, summary, data} or {ok, message, summary, error}; the exit code is 0, or 1 for a refusal.

  galley call text_editor '{"action": "read", "path": "notes.md"}'
  galley call text_editor '{"action": "write", "path": "notes.md"}' --stdin content < draft.md`,
  options: { ...folderOptions, stdin: { type: "string" }, file: { type: "string", multiple: true } },
  optionHelp: {
    ...folderOptionHelp,
    "stdin ARG": "Put what standard input holds into argument ARG, as text.",
    "file ARG=PATH": "Put what the file PATH holds into argument ARG, as text; may be repeated.",
  },
  arity: [1, 2],

  async help([name]) {
    if (name === undefined) return null;
    const tool = (await toolDescriptions()).find((one) => one.name === name || one.aliases.includes(name));
    return tool === undefined ? null : toolHelp(tool);
  },

  async run(ctx) {
    const [name = ""] = ctx.positionals;
    const envelope = await callTool(ctx.values, name, await argumentsOf(ctx));
    await ctx.print(`${JSON.stringify(envelope, null, 2)}\n`);
    return envelope.ok ? exitCode.ok : exitCode.failed;
  },
};

const argumentsOf = async ({ positionals, values }: CommandContext): Promise<unknown> => {
  const [, json = "{}"] = positionals;
  const fromStdin = typeof values.stdin === "string" ? values.stdin : null;
  if (json === "-" && fromStdin !== null) {
    throw new UsageError("Standard input can be the JSON (-) or one argument (--stdin), not both.");
  }
  const given = parsed(json === "-" ? await readStdin(process.stdin) : json);
  const texts = fromStdin === null ? [] : [[fromStdin, await readStdin(process.stdin)] as const];
  const files = Array.isArray(values.file) ? values.file.map(String) : [];
  for (const file of files) texts.push(await argumentFromFile(file));
  return texts.length === 0 ? given : withTexts(given, texts);
};

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json.replace(/^\uFEFF/, ""));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`The arguments are not JSON: ${reason}. ${adviceFor(json)}`);
  }
};

const adviceFor = (json: string): string => {
  const text = json.trim();
  if (text === "") return "Give an object such as {}, or pipe it in with -.";
  if (text.startsWith("'")) return "This shell does not support single quotes: pipe the JSON in with -.";
  if (/^\{\s*[A-Za-z_]/.test(text))
    return "The shell removed the double quotes: put the JSON in single quotes, or pipe it in with -.";
  if (!text.startsWith("{")) return "Give one object with the tool's arguments.";
  return "Put it in single quotes, or pipe it in with -.";
};

const argumentFromFile = async (given: string): Promise<readonly [string, string]> => {
  const at = given.indexOf("=");
  if (at < 1) throw new UsageError(`--file takes ARG=PATH, such as content=draft.md, not ${JSON.stringify(given)}.`);
  const path = given.slice(at + 1);
  return [given.slice(0, at), await readTextFile(path, `--file ${given}`)];
};

const withTexts = (given: unknown, texts: readonly (readonly [string, string])[]): Record<string, unknown> => {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new UsageError("With --stdin or --file the JSON must be an object.");
  }
  const names = new Set(Object.keys(given));
  for (const [name] of texts) {
    if (names.has(name)) throw new UsageError(`The argument ${name} is given twice.`);
    names.add(name);
  }
  return Object.fromEntries([...Object.entries(given), ...texts]);
};
