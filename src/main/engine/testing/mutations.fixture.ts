import fc from "fast-check";

/** One change of a structure: which part, which kind, and with what value. All numbers are taken modulo the possible choices. */
export type Step = { at: number; how: number; value: number };

/** A few changes in a row. */
export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({ at: fc.nat(1_000_000), how: fc.nat(100), value: fc.nat(1_000_000) }),
  { minLength: 1, maxLength: 6 },
);

/** The number of runs: a sample that is always the same, or a random sweep. */
export const fuzzRuns = (full: number, sample: number) =>
  process.env["GALLEY_LONG"] ? { numRuns: full } : { numRuns: sample, seed: 20_261_122 };

/** Values that a reader might not expect. */
export const oddValues: readonly unknown[] = [
  ...[
    null,
    true,
    0,
    -1,
    1e308,
    2 ** 53,
    0.5,
    "",
    " ",
    "\0",
    "\ud800",
    "../..",
    "/dev/zero",
    "__proto__",
    "constructor",
  ],
  ...[
    "9".repeat(400),
    "a".repeat(100_000),
    "\u202e",
    "=1+1",
    "%00",
    [],
    {},
    [[]],
    [null],
    { toString: 1 },
    { length: -1 },
  ],
];

const pick = <T>(from: readonly T[], number: number): T => from[number % from.length] as T;

/** Values that cannot be converted to a string get a placeholder. */
export const asText = (value: unknown): string => (typeof value === "string" ? value : `${JSON.stringify(value)}`);

type Slot = { holder: Record<string, unknown>; key: string };

function slotsOf(value: unknown, found: Slot[] = []): Slot[] {
  if (typeof value !== "object" || value === null) return found;
  for (const key of Object.keys(value)) {
    found.push({ holder: value as Record<string, unknown>, key });
    slotsOf((value as Record<string, unknown>)[key], found);
  }
  return found;
}

/** A JSON value with some parts changed: replaced by odd values or by each other, left out, renamed, repeated, nested. */
export function changedJson(value: unknown, changes: readonly Step[]): unknown {
  const root = { all: structuredClone(value) };
  for (const { at, how, value: with_ } of changes) {
    const slots = slotsOf(root);
    const { holder, key } = pick(slots, at);
    const odd = structuredClone(pick(oddValues, with_));
    const other = pick(slots, with_);
    switch (how % 7) {
      case 0:
        holder[key] = odd;
        break;
      case 1:
        holder[key] = structuredClone(other.holder[other.key]);
        break;
      case 2:
        Reflect.deleteProperty(holder, key);
        break;
      case 3:
        Object.defineProperty(holder, String(pick(["__proto__", "toString", "", "0", "id"], with_)), {
          value: odd,
          enumerable: true,
          configurable: true,
          writable: true,
        });
        break;
      case 4:
        holder[key] = Array.from({ length: with_ % 300 }, () => structuredClone(holder[key]));
        break;
      case 5:
        for (let depth = with_ % 200; depth > 0; depth--) holder[key] = [holder[key]];
        break;
      default:
        holder[key] = asText(holder[key]).slice(0, with_ % 50);
    }
    if (!("all" in root)) return odd;
  }
  return root.all;
}

/** XML with some tags changed: left out, repeated, swapped, nested, cut, or with other attribute values. */
export function changedXml(xml: string, changes: readonly Step[]): string {
  let pieces = xml.split(/(?=<)/);
  for (const { at, how, value } of changes) {
    const index = at % pieces.length;
    const piece = pieces[index] ?? "";
    const other = pieces[value % pieces.length] ?? "";
    const odd = asText(pick(oddValues, value)).replace(/[<&"]/g, "");
    const changed: (() => string[])[] = [
      () => [],
      () => Array.from({ length: (value % 500) + 1 }, () => piece),
      () => [other],
      () => [piece.replace(/="[^"]*"/, () => `="${odd}"`)],
      () => [piece.replace(/="[^"]*"/, (found) => `${found} extra${found}`)],
      () => [piece.replace(/>.*/s, () => `>${odd}`)],
      () => [piece.replace(/^<(\/?)([\w:]+)/, (_, slash, name) => `<${slash ? "" : "/"}${name}`)],
      () => [piece, "<!-- ", "]]>", "<![CDATA["],
      () => [piece.slice(0, value % (piece.length + 1))],
    ];
    pieces = pieces.toSpliced(index, 1, ...pick(changed, how)());
    if (how === 100) pieces = pieces.slice(0, index);
    if (pieces.length === 0) return "";
  }
  return pieces.join("");
}
