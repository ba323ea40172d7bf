import { realpath, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { version } from "../../../../package.json";
import { printableName } from "../../../core/text/printable-name";
import type { ModelAnswer } from "../../mcp/local-socket-protocol";
import { painter } from "../colour";
import { type Command, type CommandContext, CommandError, exitCode, UsageError } from "../command";
import { formatHelp, outputFormat } from "../output-format";
import { readStdin } from "../read-stdin";
import { dataDirOf, folderOptionHelp, folderOptions, rootsOf } from "../shared-options";
import { terminalText } from "../terminal-text";

const MAX_FILES = 50;

/** Asks the model that is set up in the app, which alone can read its key. */
export const ask: Command = {
  name: "ask",
  takes: "QUESTION|- [FILE…]",
  summary: "Ask the assistant's model about documents.",
  details: `QUESTION is one argument, so put it in quotes; - reads it from standard input. FILEs are sent whole; the model reads others with tools.
Galley must be running with this folder open: the app has the model and its key, which never leave it. The model can read what is in that folder, and
change nothing. The question and its answer stay in the panel, where you can go on. Ctrl+C stops the answer.

  galley ask "What is still open in the notes of this week?"
  galley ask "Do these contradict each other?" plan.md letter.docx
  git diff | galley ask - --format json`,
  options: { ...folderOptions, format: { type: "string" } },
  optionHelp: {
    ...formatHelp,
    "root DIR": "The folder to ask about, and for relative paths. Default: this folder.",
    "data DIR": folderOptionHelp["data DIR"],
  },
  arity: [1, MAX_FILES + 1],
  async run(ctx) {
    const { positionals, values } = ctx;
    const isText = outputFormat(values) === "text";
    const [given = "", ...names] = positionals;
    const [root = "."] = await rootsOf(values);
    const files = await Promise.all(names.map((name) => fileAt(root, name)));
    const text = (given === "-" ? await readStdin(process.stdin) : given).trim();
    if (text === "") throw new UsageError("There is no question.");
    const { LocalAppConnection } = await import("../../mcp/local-socket-client");
    const app = new LocalAppConnection({
      dataDir: dataDirOf(values),
      version,
      agent: { name: "command line", kind: "command line", roots: [root] },
    });
    const shown = isText ? progressOf(ctx) : null;
    try {
      const outcome = await app.ask({ text, files }, (part) => shown?.take(part));
      await shown?.end();
      switch (outcome.status) {
        case "answered":
          return await finish(ctx, outcome.answer, isText);
        case "refused":
          throw new CommandError(outcome.message);
        case "elsewhere":
          throw new CommandError(
            `Galley does not have this folder open, so its model may not read it. Open it first: galley open ${quoted(root)}`,
          );
        case "none":
          throw new CommandError(
            `Galley is not running, and only the app can use its model and key. Start it first: galley open ${quoted(root)}`,
          );
        case "lost":
          throw new CommandError("Galley quit before the answer was complete.");
      }
    } finally {
      app.close();
    }
  },
};

const quoted = (path: string): string => `'${printableName(path).replaceAll("'", "'\\''")}'`;

async function fileAt(root: string, name: string): Promise<string> {
  if (name === "-") throw new UsageError("- stands for the question, not for a FILE.");
  const path = await realpath(resolve(root, name)).catch(() => null);
  if (path === null) throw new CommandError(`There is no file ${JSON.stringify(name)}.`);
  if (!(await stat(path)).isFile()) throw new CommandError(`${JSON.stringify(name)} is not a file.`);
  return path;
}

/** Prints an answer as it arrives, and what the model reads meanwhile to standard error. */
function progressOf({ print, complain, values }: CommandContext) {
  const safe = terminalText();
  const paint = painter(values, process.stderr);
  let printed = Promise.resolve();
  let isBroken = true;
  const write = (text: string): void => {
    if (text === "") return;
    isBroken = text.endsWith("\n");
    printed = printed.then(() => print(text));
  };
  return {
    take(part: { text: string } | { note: string }): void {
      if ("text" in part) write(safe.more(part.text));
      if ("text" in part || !process.stderr.isTTY) return;
      if (!isBroken) write("\n");
      printed = printed.then(() => complain(paint("faint", printableName(part.note))));
    },
    async end(): Promise<void> {
      write(safe.rest());
      if (!isBroken) write("\n");
      await printed;
    },
  };
}

async function finish(ctx: CommandContext, answer: ModelAnswer, isText: boolean): Promise<number> {
  if (!isText) await ctx.print(`${JSON.stringify(answer, null, 2)}\n`);
  const { status, problem } = answer;
  if (problem !== null) ctx.complain([problem.message, problem.hint ?? []].flat().map(printableName).join("\n"));
  else if (status === "stopped") ctx.complain("The answer was stopped in Galley.");
  return status === "done" || status === "limited" ? exitCode.ok : exitCode.failed;
}
