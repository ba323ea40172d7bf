import { toolSets } from "../../../core/tools/tool-sets";
import { clientIds } from "../../connect/client-ids";
import { type Command, UsageError } from "../command";
import { formatHelp, outputFormat } from "../output-format";

/** Writes a client's own configuration, so that it starts Galley's tools; and takes that back. */
export const connect: Command = {
  name: "connect",
  takes: `[${clientIds.join("|")}] [--project]`,
  summary: "Connect an agent: write its own configuration.",
  details: `Shows the difference and asks before it writes. Everything else in the file stays, and the file as it was is kept. Without a name it says which agents are
connected.

  galley connect claude --root ~/notes
  galley connect codex --project --tools documents
  galley connect claude --skill --yes
  galley connect claude --undo`,
  options: {
    project: { type: "boolean" },
    root: { type: "string", multiple: true },
    tools: { type: "string" },
    skill: { type: "boolean" },
    "no-hook": { type: "boolean" },
    undo: { type: "boolean" },
    yes: { type: "boolean", short: "y" },
    data: { type: "string" },
    format: { type: "string" },
  },
  optionHelp: {
    project: "Write the configuration in the project's folder (the first --root), not the user's own.",
    "root DIR": "A folder that the agent may read and edit; may be repeated. Default: this folder.",
    "tools SETS": `Only these sets of tools, of ${toolSets.join(",")}. Default: all.`,
    skill: "Install Galley's skill too, which explains how to work with the tools. For claude.",
    "no-hook":
      "Install no hook for Claude Code's own tools. Without it, what they write is shown as an external change.",
    undo: "Take back what Galley wrote there, and nothing else.",
    "yes, -y": "Do not ask.",
    ...formatHelp,
    "data DIR": "Galley's data folder, if it is not the usual one; it is written into the configuration.",
  },
  arity: [0, 1],

  async run(ctx) {
    outputFormat(ctx.values);
    const [given] = ctx.positionals;
    const client = clientIds.find((id) => id === given?.toLowerCase());
    if (client === undefined && given !== undefined)
      throw new UsageError(`galley connect takes ${clientIds.join(", ")}, not ${JSON.stringify(given)}.`);
    // Imported here, since no other command needs the parsers of configurations.
    const { connectClient, listClients } = await import("../connect-client");
    return client === undefined ? listClients(ctx) : connectClient(ctx, client);
  },
};
