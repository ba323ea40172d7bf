import { parseToolSets, type ToolSet, toolSets } from "../../../core/tools/tool-sets";
import { SESSION_VARIABLE } from "../../../shared/agents";
import { type Command, exitCode, type OptionValues, UsageError } from "../command";
import { dataDirOf, folderOptionHelp, folderOptions, rootsOf } from "../shared-options";
import { many } from "../tool-flags";

/** Serves one MCP client. Standard output carries only the protocol. */
export const mcp: Command = {
  name: "mcp",
  takes: "[FOLDER…] [--root DIR]… [--tools SETS] [--read-only] [--structured] [--name NAME] [--data DIR]",
  summary: "Serve the tools to an MCP client (stdio).",
  details: `Agents start this by themselves: give them the command galley with the arguments mcp --root DIR; a FOLDER is one more --root.
While the Galley app has that folder open, calls go through the app, so that the agent sees unsaved edits.
It ends when the client closes its side.`,
  options: {
    ...folderOptions,
    tools: { type: "string" },
    "read-only": { type: "boolean" },
    structured: { type: "boolean" },
    name: { type: "string" },
  },
  optionHelp: {
    ...folderOptionHelp,
    "tools SETS": `Only these sets of tools, of ${toolSets.join(",")}. Each tool uses context in every conversation. Default: all.`,
    "read-only": "Offer only tools that read, and reject every call that could change something.",
    "name NAME": "The name under which the user sees this client. Default: the one that the client gives.",
    structured: "Send the data of each answer as structured content too, for programs. Models read the text.",
  },
  arity: [0, many],

  async run({ values, positionals, complain }) {
    const sets = setsOf(values);
    const named = Array.isArray(values.root) ? values.root : [];
    const given = [...named, ...positionals];
    const roots = await rootsOf({ ...values, root: given.length > 0 ? given : undefined });
    if (process.stdin.isTTY) {
      complain("waiting for an MCP client on standard input; agents start this, see galley mcp --help.");
    }
    // Imported here because the MCP library takes longer to load than most commands take to run.
    const { serveMcp } = await import("../serve-mcp");
    await serveMcp({
      dataDir: dataDirOf(values),
      roots,
      sets,
      isReadOnly: values["read-only"] === true,
      isStructured: values.structured === true,
      name: typeof values.name === "string" && values.name.trim() !== "" ? values.name : null,
      session: process.env[SESSION_VARIABLE] || undefined,
      log: complain,
    });
    return exitCode.ok;
  },
};

const setsOf = ({ tools }: OptionValues): readonly ToolSet[] => {
  if (typeof tools !== "string") return toolSets;
  const sets = parseToolSets(tools);
  if (sets === null)
    throw new UsageError(`--tools takes ${toolSets.join(", ")}, separated by commas, not ${JSON.stringify(tools)}.`);
  return sets;
};
