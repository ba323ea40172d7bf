import { callTool } from "../call-tool";
import { type Command, type CommandContext, exitCode } from "../command";
import { formatHelp, outputFormat } from "../output-format";
import { folderOptionHelp, folderOptions } from "../shared-options";
import { type Flag, flagOptions, flagValues, number, propertiesOfTool, text } from "../tool-flags";

const options = { ...folderOptions, format: { type: "string" } } as const;

const historyFlags: Record<string, Flag> = { limit: number("limit") };
const restoreFlags: Record<string, Flag> = {
  section: text("section", "SECTION"),
  base: text("version", "VERSION"),
};

/** Lists the versions of a document, newest first. */
export const history: Command = {
  name: "history",
  takes: "FILE",
  summary: "List the versions of a document.",
  details: "Every write by you, by agents and by other programs that Galley met is kept. The file may be gone.",
  options: { ...options, ...flagOptions(historyFlags) },
  optionHelp: { "limit N": "How many versions, the newest ones.", ...formatHelp, ...folderOptionHelp },
  arity: [1, 1],
  run: (ctx) => run("doc_history", historyFlags, { path: ctx.positionals[0] }, ctx),
};

/** Brings a version back, as a new one. */
export const restore: Command = {
  name: "restore",
  takes: "FILE VERSION",
  summary: "Bring a version of a document back.",
  details:
    "VERSION is an id from galley history. The restored text is a new version, so a restore can be undone the same way; a deleted file comes back too.",
  options: { ...options, ...flagOptions(restoreFlags) },
  optionHelp: {
    "section SECTION": "Only this section of that version.",
    "base VERSION": "The version that you expect to be current; any other is rejected.",
    ...formatHelp,
    ...folderOptionHelp,
  },
  arity: [2, 2],
  run: (ctx) => run("doc_restore", restoreFlags, { path: ctx.positionals[0], version_id: ctx.positionals[1] }, ctx),
};

async function run(
  tool: string,
  flags: Record<string, Flag>,
  named: Record<string, unknown>,
  { values, print, complain }: CommandContext,
): Promise<number> {
  const format = outputFormat(values);
  const given = { ...named, ...flagValues(flags, values, await propertiesOfTool(tool)) };
  const { ok, message, data } = await callTool(values, tool, given);
  if (!ok) {
    complain(message);
    return exitCode.failed;
  }
  await print(`${format === "json" ? JSON.stringify(data, null, 2) : message}\n`);
  return exitCode.ok;
}
