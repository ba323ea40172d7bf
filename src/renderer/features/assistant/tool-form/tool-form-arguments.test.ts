import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { argumentsOf, type FormValues, rejectedFields, shownFields, valuesOf } from "./tool-form-arguments";
import { formFields } from "./tool-form-fields";

const schema = {
  type: "object",
  required: ["action", "path"],
  properties: {
    depth: { type: "integer", minimum: 1, maximum: 6, description: "How many levels." },
    action: { type: "string", enum: ["read", "patch"], description: "What to do." },
    path: { type: "string", description: "The file." },
    line_from: { type: "integer", description: "read: the first line." },
    new_text: { type: "string", description: "patch: what stands there instead." },
    open: { type: "boolean", default: false },
    documents: { anyOf: [{ type: "array", items: { type: "string" } }, { type: "null" }] },
    file: { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] },
    edits: {
      type: "array",
      items: {
        type: "object",
        properties: { from: { type: "integer" }, text: { type: "string" } },
        required: ["from"],
        additionalProperties: false,
      },
    },
  },
};
const fields = formFields(schema);
const errorOf = (values: FormValues, name: string) => {
  const read = argumentsOf(fields, { action: "patch", path: "a.md", ...values });
  return read.status === "faulty" ? read.errors.get(name) : read;
};

describe("the form of a tool", () => {
  test("has required fields first, and an input that fits the schema for each argument", () => {
    expect(fields.map(({ name, kind }) => `${name}: ${kind.enter}`)).toEqual([
      "action: choice",
      "path: line",
      "depth: number",
      "line_from: number",
      "new_text: text",
      "open: flag",
      "documents: lines",
      "file: lines",
      "edits: json",
    ]);
    expect(fields.filter(({ kind }) => "isPath" in kind && kind.isPath).map(({ name }) => name)).toEqual([
      "path",
      "documents",
      "file",
    ]);
  });

  test("shows and sends a field that belongs to one choice only if that choice is selected", () => {
    const values = { action: "read", path: "a.md", line_from: "3", new_text: "x" };
    expect(shownFields(fields, values).map(({ name }) => name)).not.toContain("new_text");
    expect(argumentsOf(fields, values)).toEqual({
      status: "good",
      args: { action: "read", path: "a.md", line_from: 3 },
    });
  });

  test("sends values in the types of the schema, and leaves out defaults", () => {
    const values = {
      action: "patch",
      path: " a.md ",
      depth: "2",
      open: "false",
      documents: "a.md\n\n b.md ",
      file: "one.md",
      new_text: " kept \n",
      edits: '[{"from": 1}]',
    };
    expect(argumentsOf(fields, values)).toEqual({
      status: "good",
      args: {
        action: "patch",
        path: "a.md",
        depth: 2,
        documents: ["a.md", "b.md"],
        file: "one.md",
        new_text: " kept \n",
        edits: [{ from: 1 }],
      },
    });
    expect(argumentsOf(fields, { ...values, open: "true", file: "one.md\ntwo.md" })).toMatchObject({
      args: { open: true, file: ["one.md", "two.md"] },
    });
  });

  test("reports what is wrong with each field", () => {
    const read = argumentsOf(fields, { action: "", path: " " });
    expect(read).toEqual({
      status: "faulty",
      errors: new Map([
        ["action", { error: "missing" }],
        ["path", { error: "missing" }],
      ]),
    });
    expect(errorOf({ action: "write" }, "action")).toEqual({ error: "not a choice" });
    expect(errorOf({ depth: "two" }, "depth")).toEqual({ error: "not a number" });
    expect(errorOf({ depth: "1.5" }, "depth")).toEqual({ error: "not whole" });
    expect(errorOf({ depth: "0" }, "depth")).toEqual({ error: "too small", least: 1 });
    expect(errorOf({ depth: "7" }, "depth")).toEqual({ error: "too big", most: 6 });
    expect(errorOf({ edits: "[{]" }, "edits")).toMatchObject({ error: "not JSON" });
    expect(errorOf({ edits: "{}" }, "edits")).toEqual({ error: "wrong shape", at: "", expected: "array" });
    expect(errorOf({ edits: "[{}]" }, "edits")).toEqual({ error: "wrong shape", at: "[0]", expected: "from" });
    expect(errorOf({ edits: '[{"from":"1"}]' }, "edits")).toMatchObject({ at: "[0].from", expected: "integer" });
    expect(errorOf({ edits: '[{"from":1,"x":1}]' }, "edits")).toMatchObject({ at: "[0].x", expected: "from | text" });
  });

  test("accepts an empty text for a required field and omits it for an optional one", () => {
    const replace = formFields({
      type: "object",
      required: ["content"],
      properties: { content: { type: "string" }, old_text: { type: "string" } },
    });
    expect(argumentsOf(replace, {})).toEqual({ status: "good", args: { content: "" } });
  });

  test("shows arguments that were sent before as they were entered", () => {
    const word = fc.stringMatching(/^[a-z./]{1,12}$/);
    const sent = fc.record(
      {
        action: fc.constant("patch"),
        path: word,
        depth: fc.integer({ min: 1, max: 6 }),
        new_text: fc.string({ minLength: 1 }),
        open: fc.constant(true),
        documents: fc.array(word, { minLength: 1, maxLength: 4 }),
        file: fc.oneof(word, fc.array(word, { minLength: 2, maxLength: 4 })),
        edits: fc.array(fc.record({ from: fc.integer(), text: fc.string() }), { minLength: 1 }),
      },
      { requiredKeys: ["action", "path"] },
    );
    fc.assert(
      fc.property(sent, (args) => {
        expect(argumentsOf(fields, valuesOf(fields, args))).toEqual({ status: "good", args });
      }),
    );
  });

  test("odd schemas and odd values never throw", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.dictionary(fc.string(), fc.string()),
        (odd, values) => {
          const made = formFields({ type: "object", properties: odd, required: Object.keys(odd) });
          expect(() => argumentsOf(made, values)).not.toThrow();
          expect(() => valuesOf(made, odd)).not.toThrow();
        },
      ),
      { examples: [[{ valueOf: null, toString: { type: "string" } }, {}]] },
    );
  });
});

test("a tool's validation error is shown beside the fields that it names", () => {
  const message = "path is required; depth must be at least 1, not 0; unknown argument `pth`; did you mean `path`?";
  expect([...rejectedFields(message, fields).keys()]).toEqual(["path", "depth"]);
  expect(rejectedFields("There is no file a.md.", fields).size).toBe(0);
});
