import type { ToolDescription } from "../engine/ports/caller";
import { colorHelp } from "./colour";
import type { Command } from "./command";

/** What `galley --help` prints. */
export const generalHelp = (commands: readonly Command[], version: string): string => {
  const rows = commands.map(({ name, takes, summary }) => [`galley ${name} ${takes}`.trimEnd(), summary] as const);
  return [
    `Galley ${version}: a canvas where people and AI agents edit the same documents.`,
    "",
    "Usage",
    ...columns(rows),
    "",
    "galley help COMMAND explains one command, galley call TOOL --help one tool. Exit codes: 0 done, 1 refused, 2 wrong usage.",
    "",
  ].join("\n");
};

/** What `galley COMMAND --help` prints. */
export const commandHelp = (command: Command): string => {
  const options = Object.entries(command.optionHelp).map(([name, help]) => [`--${name}`, help] as const);
  const colour = Object.entries(colorHelp).map(([name, help]) => [`--${name}`, help] as const);
  const version = command.options.version === undefined ? [["--version", "Show Galley's version."] as const] : [];
  return [
    `Usage: galley ${command.name} ${command.takes}`.trimEnd(),
    "",
    command.details,
    "",
    "Options",
    ...columns([...options, ...colour, ["--help, -h", "Show this help."], ...version]),
    "",
  ].join("\n");
};

/** What `galley call TOOL --help` prints: the tool's description, and its arguments from its schema. */
export const toolHelp = (tool: ToolDescription): string => {
  const properties = Object.entries(recordOf(tool.inputSchema.properties));
  const required = new Set(Array.isArray(tool.inputSchema.required) ? tool.inputSchema.required : []);
  const rows = properties.map(([name, schema]) => {
    const needed = required.has(name) ? ", required" : "";
    return [`${name} (${typeOf(recordOf(schema))}${needed})`, textOf(recordOf(schema).description)] as const;
  });
  const aliases = tool.aliases.length === 0 ? [] : ["", `Also called ${tool.aliases.join(", ")}.`];
  return [
    `${tool.name}: ${tool.title}`,
    "",
    tool.description,
    ...aliases,
    "",
    "Arguments",
    ...columns(rows),
    "",
    `galley call ${tool.name} '{"…": …}'`,
    "",
  ].join("\n");
};

const typeOf = (schema: Record<string, unknown>): string => {
  if (Array.isArray(schema.enum)) return schema.enum.map(String).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const choices = [schema.anyOf, schema.oneOf].find(Array.isArray);
  if (choices !== undefined) return choices.map((choice) => typeOf(recordOf(choice))).join(" | ");
  if (schema.type === "array") return `list of ${typeOf(recordOf(schema.items))}`;
  if (schema.type === "object" && schema.properties !== undefined) {
    return `{${Object.keys(recordOf(schema.properties)).join(", ")}}`;
  }
  if (Array.isArray(schema.type)) return schema.type.join(" | ");
  return textOf(schema.type) || "anything";
};

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const WIDEST_LEFT = 34;
const width = 100;

/** Two columns. The right one is wrapped, and starts on the next line if the left one is too wide. */
const columns = (rows: readonly (readonly [string, string])[]): string[] => {
  const left = Math.min(WIDEST_LEFT, Math.max(0, ...rows.map(([name]) => name.length)));
  return rows.flatMap(([name, text]) => {
    const lines = wrapped(text, width - left - 4);
    const [first = "", ...more] = lines;
    const indented = (line: string) => `${" ".repeat(left + 4)}${line}`;
    if (name.length > left) return [`  ${name}`, ...lines.map(indented)];
    return [`  ${name.padEnd(left)}  ${first}`.trimEnd(), ...more.map(indented)];
  });
};

const wrapped = (text: string, columnWidth: number): string[] => {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter((one) => one !== "")) {
    if (line !== "" && line.length + 1 + word.length > columnWidth) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  if (line !== "") lines.push(line);
  return lines;
};
