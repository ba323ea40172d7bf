import { callTool } from "../call-tool";
import { type Command, CommandError, exitCode, type OptionValues, UsageError } from "../command";
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
  takes: "[QUERY…] [--documents DOC]… [--kind KIND]… [--field NAME=VALUE]…",
  summary: "Search the content library.",
  details: `By name, by words, by meaning, tolerating typing errors. Prints the answer's data as JSON. Exit codes: 0 done, even if nothing is found, 1 refused, 2 wrong usage.

  galley library search fire bolt --kind spell
  galley library search "spells that restore hit points" --documents srd-5e --limit 5 --format text
  galley library search --kind product --field price=..20 --field colour=red`,
  options: {
    data: { type: "string" },
    format: { type: "string" },
    field: { type: "string", multiple: true },
    ...flagOptions(flags),
  },
  optionHelp: helpRows({}),
  arity: [0, many],
  async help() {
    return commandHelp({ ...librarySearch, optionHelp: helpRows(flagHelp(flags, await propertiesOfTool(tool))) });
  },

  async run({ positionals, values, print }) {
    const format = outputFormat(values);
    const given = flagValues(flags, values, await propertiesOfTool(tool));
    const fields = fieldsOf(values["field"]);
    if (positionals.length === 0 && fields === null && given["content_types"] === undefined)
      throw new UsageError("Give a QUERY, a --kind or a --field.");
    const asked = { query: positionals.join(" "), ...given, ...(fields !== null && { fields }) };
    const answer = await callTool(values, tool, asked);
    if (!answer.ok) throw new CommandError(answer.message);
    await print(`${format === "json" ? JSON.stringify(answer.data, null, 2) : answer.message}\n`);
    return exitCode.ok;
  },
};

/** The values of `--field`: `colour=red`, or a range `price=10..20`, `price=..20`. */
function fieldsOf(given: OptionValues[string]): Record<string, unknown> | null {
  if (!Array.isArray(given)) return null;
  return Object.fromEntries(
    given.map((pair) => {
      const [, name = "", value = ""] = /^([^=]+)=(.+)$/s.exec(String(pair)) ?? [];
      if (name === "") throw new UsageError(`--field is NAME=VALUE, not ${JSON.stringify(pair)}.`);
      const [, from, to] = /^(.*?)\.\.(.*)$/.exec(value) ?? [];
      if (from === undefined) return [name, value];
      return [name, { ...(from !== "" && { from }), ...(to !== "" && { to }) }];
    }),
  );
}

function helpRows(ofFlags: Record<string, string>): Record<string, string> {
  return {
    ...ofFlags,
    "field NAME=VALUE": "A declared field's value, or a range such as price=10..20. May be repeated.",
    ...formatHelp,
    "data DIR": folderOptionHelp["data DIR"],
  };
}
