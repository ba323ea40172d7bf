import { printableName } from "../../../core/text/printable-name";
import { callTool } from "../call-tool";
import { type Command, type CommandContext, exitCode } from "../command";
import { formatHelp, outputFormat } from "../output-format";
import { readStdin } from "../read-stdin";
import { folderOptionHelp, folderOptions } from "../shared-options";
import { type Flag, flagOptions, flagValues, many, number, propertiesOfTool, text, toggle } from "../tool-flags";

const options = { ...folderOptions, format: { type: "string" } } as const;
const optionHelp = { ...formatHelp, ...folderOptionHelp };

const listFlags: Record<string, Flag> = {
  status: text("status", "STATUS"),
  section: text("section", "SECTION"),
  since: text("since", "TIME"),
  limit: number("limit"),
};
const passageFlags: Record<string, Flag> = {
  quote: text("quote", "WORDS"),
  section: text("section", "SECTION"),
  lines: text("lines", "LINES"),
  paragraph: text("paragraph_id", "ID"),
};
const replyFlags: Record<string, Flag> = { resolve: toggle("resolve") };

const list: Command = {
  name: "comments",
  takes: "[PATH…]",
  summary: "List comments on texts, with their answers.",
  details: `PATH is a file, a folder or a glob; every --root unless given.

  galley comments
  galley comments add notes.md --quote "the brown fox" "Is it brown?"
  galley comments reply c_4k2j9x0q1z "It is." --resolve`,
  options: { ...options, ...flagOptions(listFlags) },
  optionHelp: {
    "status STATUS": "open (unless given), resolved or all.",
    "section SECTION": "Only in this section.",
    "since TIME": "Only what is new since this time, or since the cursor of an earlier list.",
    "limit N": "How many threads.",
    ...optionHelp,
  },
  arity: [0, many],
  run: (ctx) => run(ctx, listFlags, { action: "list", ...(ctx.positionals.length > 0 && { path: ctx.positionals }) }),
};

const add: Command = {
  name: "comments add",
  takes: "FILE TEXT|-",
  summary: "Comment on a passage of a text.",
  details:
    "The passage is named in one way: its words, a section, lines or a paragraph. The file itself is not changed. - reads TEXT from standard input.",
  options: { ...options, ...flagOptions(passageFlags) },
  optionHelp: {
    "quote WORDS": "The exact words, which must be there once.",
    "section SECTION": "A section, as galley doc read names it.",
    "lines LINES": "A line or a range: 12-14.",
    "paragraph ID": "A paragraph, by its id from galley read.",
    ...optionHelp,
  },
  arity: [2, 2],
  run: async (ctx) =>
    run(ctx, passageFlags, { action: "add", path: ctx.positionals[0], text: await textOf(ctx.positionals[1]) }),
};

const reply: Command = {
  name: "comments reply",
  takes: "THREAD TEXT|-",
  summary: "Answer a comment.",
  details: "THREAD is an id from galley comments. - reads TEXT from standard input.",
  options: { ...options, ...flagOptions(replyFlags) },
  optionHelp: { resolve: "Resolve the thread, too.", "no-resolve": "The opposite.", ...optionHelp },
  arity: [2, 2],
  run: async (ctx) =>
    run(ctx, replyFlags, { action: "reply", thread: ctx.positionals[0], text: await textOf(ctx.positionals[1]) }),
};

const setStatus = (action: "resolve" | "reopen"): Command => ({
  name: `comments ${action}`,
  takes: "THREAD",
  summary: action === "resolve" ? "Resolve a comment." : "Open a resolved comment again.",
  details: "THREAD is an id from galley comments.",
  options,
  optionHelp,
  arity: [1, 1],
  run: (ctx) => run(ctx, {}, { action, thread: ctx.positionals[0] }),
});

/** `galley comments …`: threads on passages of texts. */
export const commentCommands: readonly Command[] = [add, reply, setStatus("resolve"), setStatus("reopen"), list];

const textOf = async (given: string | undefined): Promise<string | undefined> =>
  given === "-" ? (await readStdin(process.stdin)).trim() : given;

async function run(
  { values, print, complain }: CommandContext,
  flags: Record<string, Flag>,
  named: Record<string, unknown>,
): Promise<number> {
  const format = outputFormat(values);
  const given = { ...named, ...flagValues(flags, values, await propertiesOfTool("comments")) };
  const { ok, message, data } = await callTool(values, "comments", given);
  if (!ok) {
    complain(message);
    return exitCode.failed;
  }
  // What others wrote may hold signs that command a terminal.
  const shown = message.split("\n").map(printableName).join("\n");
  await print(`${format === "json" ? JSON.stringify(data, null, 2) : shown}\n`);
  return exitCode.ok;
}
