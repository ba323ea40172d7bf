/** The kind of input. `json`: anything without its own input, such as nested objects. */
export type FieldKind =
  | { enter: "choice"; choices: readonly (string | number)[] }
  | { enter: "flag" }
  | { enter: "number"; isInteger: boolean; least: number | null; most: number | null }
  | { enter: "line"; isPath: boolean }
  | { enter: "text" }
  /** One value per line. `single`: one line may be sent as a plain value instead of a list. */
  | { enter: "lines"; of: "text" | "number"; isPath: boolean; single: boolean; most: number | null }
  | { enter: "json" };

/** An argument of a tool as a form field. */
export type FormField = {
  name: string;
  /** The tool's description for agents, in English. */
  about: string;
  isRequired: boolean;
  /** The default value; undefined if the schema has none. */
  usual: unknown;
  kind: FieldKind;
  schema: Schema;
  /** Set if the field applies to one choice of another field only; its description begins with `patch: …`. */
  only: { field: string; choice: string } | null;
};

/** The subset of JSON Schema that the tool registry generates. */
export type Schema = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A value as a schema; the empty schema, which accepts anything, if it is not one. */
export const schemaOf = (value: unknown): Schema => (isObject(value) ? value : {});

const isPathName = (name: string) => /^(?:\w+_)?(?:file|path|document|folder|source|target)s?$/.test(name);
const isLongName = (name: string) =>
  /(?:^|_)(?:content|text|patch|body|note|prompt|instructions?|query_text)$/.test(name);

/** The fields of a tool: required ones first, in schema order. */
export function formFields(inputSchema: Schema): FormField[] {
  const required = Array.isArray(inputSchema["required"]) ? inputSchema["required"] : [];
  const fields = Object.entries(schemaOf(inputSchema["properties"])).map(([name, value]): FormField => {
    const schema = schemaOf(value);
    return {
      name,
      schema,
      usual: schema["default"],
      isRequired: required.includes(name),
      only: null,
      about: typeof schema["description"] === "string" ? schema["description"] : "",
      kind: kindOf(name, schema),
    };
  });
  const choosing = fields.filter(({ isRequired, kind }) => isRequired && kind.enter === "choice");
  for (const field of fields) {
    const begin = /^([\w-]+):\s/.exec(field.about)?.[1];
    const by = choosing.find(
      ({ kind, name }) =>
        name !== field.name && kind.enter === "choice" && begin !== undefined && kind.choices.includes(begin),
    );
    if (by && begin !== undefined && !field.isRequired) field.only = { field: by.name, choice: begin };
  }
  return [...fields.filter(({ isRequired }) => isRequired), ...fields.filter(({ isRequired }) => !isRequired)];
}

function kindOf(name: string, schema: Schema): FieldKind {
  const choices = schema["enum"];
  if (Array.isArray(choices) && choices.every((each) => typeof each === "string" || typeof each === "number"))
    return { enter: "choice", choices };
  const { type } = schema;
  if (type === "boolean") return { enter: "flag" };
  if (type === "integer" || type === "number") {
    const { minimum, maximum } = schema;
    return {
      enter: "number",
      isInteger: type === "integer",
      least: typeof minimum === "number" ? minimum : null,
      most: typeof maximum === "number" ? maximum : null,
    };
  }
  if (type === "string") return isLongName(name) ? { enter: "text" } : { enter: "line", isPath: isPathName(name) };
  if (type === "array") return linesOf(name, schema, "list") ?? { enter: "json" };
  const parts = (Array.isArray(schema["anyOf"]) ? schema["anyOf"] : [])
    .map(schemaOf)
    .filter((part) => part["type"] !== "null");
  const [first, second] = parts;
  if (parts.length === 1 && first) return kindOf(name, first);
  const list = parts.find((part) => part["type"] === "array");
  const text = parts.find((part) => part["type"] === "string");
  if (parts.length === 2 && second && list && text) return linesOf(name, list, "text or list") ?? { enter: "json" };
  return { enter: "json" };
}

function linesOf(name: string, schema: Schema, sent: "list" | "text or list"): FieldKind | null {
  const item = schemaOf(schema["items"])["type"];
  if (item !== "string" && item !== "integer" && item !== "number") return null;
  const most = typeof schema["maxItems"] === "number" ? schema["maxItems"] : null;
  const of = item === "string" ? "text" : "number";
  return { enter: "lines", of, isPath: isPathName(name), single: sent === "text or list", most };
}
