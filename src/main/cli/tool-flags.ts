/** Command-line options that stand for tool arguments. Their help and limits come from the tool's own schema. */
import type { ParseArgsOptionsConfig } from "node:util";
import { type OptionValues, UsageError } from "./command";
import { toolDescriptions } from "./open-engine";

/** An option that stands for a tool argument. A switch also accepts `--no-…`. */
export type Flag = {
  argument: string;
  kind: "text" | "number" | "switch" | "list";
  /** The name of its value in the help. */
  value?: string;
  /** Its one-letter form. */
  short?: string;
};

/** What a tool's schema says about its arguments. */
export type Properties = Record<string, Property>;

type Property = { description?: string; default?: unknown; enum?: unknown[]; minimum?: number; maximum?: number };

/** A limit that no real command line reaches. */
export const many = Number.MAX_SAFE_INTEGER;

export const number = (argument: string): Flag => ({ argument, kind: "number", value: "N" });
export const text = (argument: string, value: string): Flag => ({ argument, kind: "text", value });
export const toggle = (argument: string): Flag => ({ argument, kind: "switch" });
export const documents: Flag = { argument: "documents", kind: "list", value: "DOC" };

/** The arguments of a tool as its schema has them. An unknown tool name is a bug. */
export async function propertiesOfTool(name: string): Promise<Properties> {
  const found = (await toolDescriptions()).find((tool) => tool.name === name);
  if (found === undefined) throw new RangeError(`there is no tool ${name}`);
  return (found.inputSchema.properties ?? {}) as Properties;
}

/** The options in the form that `parseArgs` needs. */
export function flagOptions(flags: Record<string, Flag>): ParseArgsOptionsConfig {
  const options: ParseArgsOptionsConfig = {};
  for (const [name, { kind, short }] of Object.entries(flags)) {
    const letter = short === undefined ? {} : { short };
    if (kind === "list") options[name] = { type: "string", multiple: true, ...letter };
    else if (kind !== "switch") options[name] = { type: "string", ...letter };
    else {
      options[name] = { type: "boolean", ...letter };
      options[`no-${name}`] = { type: "boolean" };
    }
  }
  return options;
}

/** The help of the options, in the tool's own descriptions. A switch is followed by its opposite. */
export function flagHelp(flags: Record<string, Flag>, properties: Properties): Record<string, string> {
  const rows: Record<string, string> = {};
  for (const [name, { argument, kind, value, short }] of Object.entries(flags)) {
    const more = kind === "list" ? " May be repeated." : "";
    const shown = `${kind === "switch" ? name : `${name} ${value}`}${short === undefined ? "" : `, -${short}`}`;
    rows[shown] = `${properties[argument]?.description ?? ""}${more}`;
    if (kind === "switch") rows[`no-${name}`] = "The opposite.";
  }
  return rows;
}

/** The tool arguments that the given options stand for. Throws `UsageError` for invalid values. */
export function flagValues(
  flags: Record<string, Flag>,
  values: OptionValues,
  properties: Properties,
): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const [name, { argument, kind }] of Object.entries(flags)) {
    const value = kind === "switch" ? switched(name, values) : values[name];
    if (value === undefined) continue;
    if (argument in given && given[argument] !== value) throw new UsageError(`--base and --${name} name two versions.`);
    given[argument] = kind === "number" ? parseInteger(name, String(value), properties[argument]) : value;
    const choices = properties[argument]?.enum;
    if (choices !== undefined && !choices.includes(value))
      throw new UsageError(`--${name} is one of ${choices.join(", ")}, not ${JSON.stringify(value)}.`);
  }
  return given;
}

function switched(name: string, values: OptionValues): boolean | undefined {
  const [on, off] = [values[name] === true, values[`no-${name}`] === true];
  if (on && off) throw new UsageError(`--${name} and --no-${name} contradict each other.`);
  return on ? true : off ? false : undefined;
}

function parseInteger(name: string, value: string, { minimum, maximum }: Property = {}): number {
  const parsed = /^-?\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  const from = minimum ?? -many;
  if (Number.isNaN(parsed) || parsed < from || parsed > (maximum ?? many)) {
    const range =
      from < 0 ? "" : maximum === undefined || maximum >= many ? ` of at least ${from}` : ` from ${from} to ${maximum}`;
    throw new UsageError(`--${name} needs a whole number${range}, not ${JSON.stringify(value)}.`);
  }
  return parsed;
}
