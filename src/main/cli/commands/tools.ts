import { type Command, exitCode } from "../command";
import { toolDescriptions } from "../open-engine";

/** Lists the tools. */
export const tools: Command = {
  name: "tools",
  takes: "[--json]",
  summary: "List the tools.",
  details: "One line a tool; galley call TOOL --help explains one.",
  options: { json: { type: "boolean" } },
  optionHelp: { json: "Everything about them, with the schemas of their arguments, as JSON." },
  arity: [0, 0],

  async run({ values, print }) {
    const known = await toolDescriptions();
    const widest = Math.max(...known.map(({ name }) => name.length));
    const text = values.json
      ? JSON.stringify(known, null, 2)
      : known.map(({ name, title }) => `${name.padEnd(widest)}  ${title}`).join("\n");
    await print(`${text}\n`);
    return exitCode.ok;
  },
};
