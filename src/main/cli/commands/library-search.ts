import { callTool } from "../call-tool";
import { type Command, CommandError, exitCode } from "../command";
import { commandHelp } from "../help";
import { formatHelp, outputFormat } from "../output-format";
import { folderOptionHelp } from "../shared-options";
import {
  documents,
  type Flag,
  flagHelp,
  flagOptions,
  flagValues,
  many,
  number,
  propertiesOfTool,
  toggle,
} from "../tool-flags";

const tool = "search_dnd_content";

const flags: Record<string, Flag> = {
  documents,
  kind: { argument: "content_types", kind: "list", value: "KIND" },
  limit: number("limit"),
  fuzzy: toggle("enable_fuzzy"),
  semantic: toggle("enable_semantic"),
};

/** Searches the content library as the tool does. */
export const librarySearch: Command = {
  name: "library search",
  takes: "QUERY… [--documents DOC]… [--kind KIND]…",
  summary: "Search the content library.",
  details: `By name, by words, by meaning, tolerating typing errors. Prints the answer's data as JSON. Exit codes: 0 done, even if nothing is found, 1 refused, 2 wrong usage.

  galley library search fire bolt --kind spell
  galley library search "spells that restore hit points" --documents srd-5e --limit 5 --format text`,
  options: { data: { type: "string" }, format: { type: "string" }, ...flagOptions(flags) },
  optionHelp: helpRows({}),
  arity: [1, many],
  async help() {
    return commandHelp({ ...librarySearch, optionHelp: helpRows(flagHelp(flags, await propertiesOfTool(tool))) });
  },

  async run({ positionals, values, print }) {
    const format = outputFormat(values);
    const given = flagValues(flags, values, await propertiesOfTool(tool));
    const answer = await callTool(values, tool, { query: positionals.join(" "), ...given });
    if (!answer.ok) throw new CommandError(answer.message);
    await print(`${format === "json" ? JSON.stringify(answer.data, null, 2) : answer.message}\n`);
    return exitCode.ok;
  },
};

function helpRows(ofFlags: Record<string, string>): Record<string, string> {
  return {
    ...ofFlags,
    ...formatHelp,
    "data DIR": folderOptionHelp["data DIR"],
  };
}
