import type { Tool } from "../engine/tools";
import { describeTool } from "../engine/tools";

/** `docs/tools.md`: every tool, described from its schema. The same registry always gives the same text. */
export function toolsPage(tools: readonly Tool[]): string {
  const head = [
    "# The tools",
    "",
    "Generated from the tools themselves by `npm run docs`; do not edit. Every answer is one envelope: `ok`, `message` for the",
    "model, `summary` for the user, `data` for programs, and on refusal `error {code, message, hint?, candidates?}`.",
    "",
    ...tools.map(({ name, title }) => `- [\`${name}\`](#${name}): ${title}`),
  ];
  return `${[...head, ...tools.flatMap(section)].join("\n")}\n`;
}

function section(tool: Tool): string[] {
  const { name, aliases, description, answers, changes } = tool;
  const { properties = {}, required = [] } = describeTool(tool).inputSchema as ObjectSchema;
  const rows = Object.entries(properties).flatMap(([key, schema]) => rowsOf(key, schema, required.includes(key)));
  return [
    "",
    `## ${name}`,
    "",
    description,
    "",
    {
      nothing: "Changes nothing.",
      documents: "Changes documents.",
      work: "Changes the work kept beside a book, no document.",
    }[changes],
    ...(aliases.length === 0 ? [] : ["", `Also called ${aliases.map((alias) => `\`${alias}\``).join(", ")}.`]),
    "",
    "| argument | type | required | default | what it is |",
    "|---|---|---|---|---|",
    ...rows,
    "",
    "**`data`**",
    "",
    answers,
  ];
}

type Schema = {
  type?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  default?: unknown;
  description?: string;
  minimum?: number;
  maximum?: number;
};
type ObjectSchema = Schema & { properties?: Record<string, Schema>; required?: string[] };

function rowsOf(key: string, schema: Schema, isRequired: boolean): string[] {
  const usual = schema.default === undefined ? "" : `\`${JSON.stringify(schema.default)}\``;
  const cells = [`\`${key}\``, typeOf(schema), isRequired ? "yes" : "", usual, schema.description ?? ""];
  const row = `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
  const item = schema.items as ObjectSchema | undefined;
  const inner = Object.entries(item?.properties ?? {});
  return [
    row,
    ...inner.flatMap(([name, part]) => rowsOf(`${key}[].${name}`, part, item?.required?.includes(name) === true)),
  ];
}

function typeOf(schema: Schema): string {
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(" | ");
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(" | ");
  if (schema.type === "array") return `list of ${schema.items === undefined ? "anything" : typeOf(schema.items)}`;
  const bounds = [
    schema.minimum === undefined ? "" : `from ${schema.minimum}`,
    schema.maximum === undefined ? "" : `to ${schema.maximum}`,
  ].filter((bound) => bound !== "");
  return [schema.type ?? "anything", ...bounds].join(" ");
}
