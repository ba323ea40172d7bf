import type { z } from "zod";

/** What a leaf of an argument represents. */
type Kind = "path" | "document" | "text" | "number" | "other";

/** A valid argument of a request, and the paths of its parts. */
export type Sample = { argument: unknown; leaves: { at: (string | number)[]; kind: Kind }[] };

type Definition = {
  type: string;
  shape?: Record<string, Schema>;
  element?: Schema;
  innerType?: Schema;
  in?: Schema;
  options?: Schema[];
  items?: Schema[];
  values?: unknown[];
  entries?: Record<string, unknown>;
  keyType?: Schema;
  valueType?: Schema;
  getter?: () => Schema;
};
type Schema = z.ZodType & { def: Definition };

const document = "4fca9b34-e87a-46fc-817a-3e908974d1bc";
const words = ["x", "title", "A1", "en", document, "/x", "2026-01-01T00:00:00Z", "0".repeat(64), "pagebreakabcdefgh"];

/**
 * Valid arguments generated from a schema, one for each variant, so that no request can be forgotten. Throws for an
 * unknown kind of schema.
 */
export function samplesOf(schema: z.ZodType, name = ""): Sample[] {
  const { def } = schema as Schema;
  const leaf = (argument: unknown, kind: Kind): Sample[] => [{ argument, leaves: [{ at: [], kind }] }];
  switch (def.type) {
    case "string":
      return leaf(...wordFor(schema, name));
    case "pipe":
      return def.in && def.in.def.type !== "string" ? samplesOf(def.in, name) : leaf(...wordFor(schema, name));
    case "number":
    case "int":
      return leaf(
        [1, 5, 100, 1000].find((each) => schema.safeParse(each).success),
        "number",
      );
    case "boolean":
      return leaf(true, "other");
    case "undefined":
    case "void":
      return leaf(undefined, "other");
    case "null":
      return leaf(null, "other");
    case "literal":
      return leaf(def.values?.[0], "other");
    case "enum":
      return Object.values(def.entries ?? {}).flatMap((value) => leaf(value, "other"));
    case "custom":
      return leaf(schema.safeParse({}).success ? {} : new Uint8Array(8), "other");
    case "lazy":
      return leaf("x", "other");
    case "nullable":
    case "optional":
    case "catch":
    case "default":
    case "readonly":
      return def.innerType ? samplesOf(def.innerType, name) : [];
    case "union":
      return (def.options ?? []).flatMap((option) => samplesOf(option, name));
    case "array":
      return (def.element ? samplesOf(def.element, name) : []).map((sample) => inside(sample, 0, []));
    case "tuple":
      return [
        joined(
          (def.items ?? []).map((item, at) => [at, samplesOf(item, name)]),
          [],
        ),
      ];
    case "record": {
      const [key = { argument: "x" }] = def.keyType ? samplesOf(def.keyType) : [];
      return (def.valueType ? samplesOf(def.valueType) : []).map((sample) => inside(sample, String(key.argument), {}));
    }
    case "object": {
      const fields = Object.entries(def.shape ?? {}).map(
        ([key, field]) => [key, samplesOf(field, key)] as [string, Sample[]],
      );
      const first = joined(fields, {});
      // Every further variant of a field, with the first variant of the others.
      const more = fields.flatMap(([key, samples]) =>
        samples.slice(1).map((sample) =>
          joined(
            fields.map((each) => (each[0] === key ? [key, [sample]] : each)),
            {},
          ),
        ),
      );
      return [first, ...more];
    }
    default:
      throw new RangeError(`a schema of the kind ${def.type} is not known`);
  }
}

function wordFor(schema: z.ZodType, name: string): [unknown, Kind] {
  const fits = words.filter((word) => schema.safeParse(word).success);
  const kind: Kind =
    fits[0] === document
      ? "document"
      : fits[0] === "/x" || /path|folder|from|^to$|book|chapter|target|file/i.test(name)
        ? "path"
        : "text";
  if (fits.length > 0) return [fits[0], kind];
  throw new RangeError(`no word fits ${name}`);
}

function inside({ argument, leaves }: Sample, at: string | number, parent: unknown[] | object): Sample {
  const held = Array.isArray(parent) ? [argument] : { [at]: argument };
  return {
    argument: held,
    leaves: [{ at: [], kind: "other" }, ...leaves.map((entry) => ({ ...entry, at: [at, ...entry.at] }))],
  };
}

function joined(fields: [string | number, Sample[]][], parent: unknown[] | object): Sample {
  const argument = (Array.isArray(parent) ? [] : {}) as Record<string | number, unknown>;
  const leaves: Sample["leaves"] = [{ at: [], kind: "other" }];
  for (const [at, [sample]] of fields) {
    if (!sample) continue;
    argument[at] = sample.argument;
    leaves.push(...sample.leaves.map((entry) => ({ ...entry, at: [at, ...entry.at] })));
  }
  return { argument, leaves };
}

/** The argument with one part replaced; `undefined` removes the key. */
export function withAt(argument: unknown, at: readonly (string | number)[], value: unknown): unknown {
  const [first, ...rest] = at;
  if (first === undefined) return value;
  if (Array.isArray(argument))
    return argument.map((each, index) => (index === first ? withAt(each, rest, value) : each));
  const held = argument as Record<string, unknown>;
  const next = withAt(held[first], rest, value);
  const { [first]: _, ...others } = held;
  return next === undefined ? others : { ...held, [first]: next };
}

const deep = (depth: number): unknown => {
  let nested: unknown = [];
  for (let level = 0; level < depth; level++) nested = level % 2 === 0 ? { path: nested } : [nested];
  return nested;
};

/**
 * Invalid values of every kind that can be sent between processes: wrong types, sizes, depths, prototypes, special
 * numbers.
 */
export const hostileValues: readonly unknown[] = [
  ...[undefined, null, true, false, 0, -1, 0.5, -0, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 1e308, 10n],
  ...["", "\0", "\ud800", "__proto__", "constructor", "-rf", "%00"],
  ...[[], [[]], [null]],
  ...[{}, deep(50), new Date(0), new Map([["a", 1]]), new Set([1]), /x/, new Uint8Array(8), new ArrayBuffer(8)],
  ...[new Error("x"), { length: 1e9 }, { toString: "x" }],
  JSON.parse('{"__proto__": {"path": "/", "isAdmin": true}, "constructor": {"prototype": {"isAdmin": true}}}'),
];

/** Large values that take time to validate. */
export const hugeValues: readonly unknown[] = [
  ...["x".repeat(10_000_000), `/${"x/".repeat(5_000_000)}`, deep(5000)],
  ...[Array.from({ length: 100_000 }, () => "x"), new Array(1_000_000), new Uint8Array(50_000_000)],
  Object.fromEntries(Array.from({ length: 100_000 }, (_, key) => [`key ${key}`, key])),
];
