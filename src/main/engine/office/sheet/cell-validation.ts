import {
  addressOf,
  type CellRange,
  type CellRef,
  isWithin,
  parseRange,
  splitAddress,
} from "../../../../core/office/sheet-address";
import { ToolError } from "../../ports/tool-error";
import type { Sheet } from "./read-sheets";
import type { WrittenValue } from "./written-value";

/** How a number is compared with the bounds of a rule. */
export type Comparison =
  | "between"
  | "notBetween"
  | "equal"
  | "notEqual"
  | "greaterThan"
  | "lessThan"
  | "greaterThanOrEqual"
  | "lessThanOrEqual";

/** What a cell accepts. `values` of a list is null if they are in `source`, a range or name. Bounds that are formulas are null. */
export type ValidationRule =
  | { kind: "list"; values: string[] | null; source: string }
  | {
      kind: "whole" | "decimal" | "date" | "time" | "length";
      compare: Comparison | null;
      bounds: readonly (number | null)[];
    }
  | { kind: "any" }
  | { kind: "custom" };

/** The data validation of some cells; `isStrict` if programs reject other values instead of asking or informing. */
export type CellValidation = { rule: ValidationRule; isStrict: boolean };

/** A cell to write that has a validation. */
export type ValidatedCell = {
  sheet: string;
  ref: CellRef;
  input: { kind: string; text?: string; value?: number | boolean; written?: WrittenValue };
  validation: CellValidation;
};

/** The workbook that rules refer to. */
export type ValidationContext = {
  sheets: () => readonly Sheet[];
  names: readonly { name: string; formula: string }[];
  /** Write invalid values with a warning, as in undoing. */
  keepsInvalid: boolean;
};

/** How many cells are named in warnings. */
const MAX_NAMED = 5;
/** How many cells of a source are read. */
const MAX_SOURCE = 20_000;

/** Rejects values that the validation of their cells does not accept. Returns warnings about those that programs accept after asking, and about rules not checked. */
export function checkValidations(cells: readonly ValidatedCell[], context: ValidationContext): string[] {
  const warnings: string[] = [];
  const lists = new Map<string, ReadonlySet<string> | null>();
  const listFrom = (source: string, sheet: string): ReadonlySet<string> | null => {
    const key = `${sheet}\n${source}`;
    const known = lists.get(key);
    if (known !== undefined) return known;
    const found = valuesIn(source, sheet, context);
    lists.set(key, found);
    return found;
  };
  for (const { sheet, ref, input, validation } of cells) {
    const { rule, isStrict } = validation;
    if (input.kind === "empty" || rule.kind === "any") continue;
    const address = addressOf(sheet, ref);
    const accepts = isAccepted(input, rule, () =>
      rule.kind !== "list" ? null : rule.values === null ? listFrom(rule.source, sheet) : folded(rule.values),
    );
    if (accepts === true) continue;
    const what = describe(rule, () =>
      rule.kind === "list" && rule.values === null ? listFrom(rule.source, sheet) : null,
    );
    if (accepts === false && isStrict && !context.keepsInvalid)
      throw new ToolError("bad_arguments", `${address} accepts only ${what}`, {
        hint: "Nothing was written. The cell has a data validation; write a value that it accepts.",
      });
    if (warnings.length >= MAX_NAMED) continue;
    warnings.push(
      accepts === false
        ? `${address} should hold ${what}, by its data validation`
        : `${address} has a data validation (${what}) that was not checked`,
    );
  }
  return warnings;
}

const fold = (text: string): string => text.trim().toLowerCase();
const folded = (values: readonly string[]): ReadonlySet<string> => new Set(values.map(fold));

/** Whether a rule accepts a value; null if that cannot be decided. */
function isAccepted(
  input: ValidatedCell["input"],
  rule: ValidationRule,
  list: () => ReadonlySet<string> | null,
): boolean | null {
  if (rule.kind === "custom" || rule.kind === "any" || input.kind === "formula" || input.kind === "inline") return null;
  const shown =
    input.text ?? (typeof input.value === "boolean" ? String(input.value).toUpperCase() : String(input.value));
  if (rule.kind === "list") {
    const values = list();
    if (values === null) return null;
    return values.has(fold(shown)) || (input.written !== undefined && values.has(String(input.written.value)));
  }
  const number = rule.kind === "length" ? [...shown].length : numberOf(input);
  if (number === null) return false;
  if (rule.kind === "whole" && !Number.isInteger(number)) return false;
  return rule.compare === null ? true : compares(number, rule.compare, rule.bounds);
}

const numberOf = ({ value, written }: ValidatedCell["input"]): number | null =>
  typeof value === "number" ? value : (written?.value ?? null);

function compares(
  value: number,
  compare: Comparison,
  [one = null, other = null]: readonly (number | null)[],
): boolean | null {
  if (one === null || (other === null && /between$/i.test(compare))) return null;
  const isBetween = value >= one && value <= (other ?? one);
  switch (compare) {
    case "between":
      return isBetween;
    case "notBetween":
      return !isBetween;
    case "equal":
      return value === one;
    case "notEqual":
      return value !== one;
    case "greaterThan":
      return value > one;
    case "lessThan":
      return value < one;
    case "greaterThanOrEqual":
      return value >= one;
    case "lessThanOrEqual":
      return value <= one;
  }
}

const kinds = {
  whole: "a whole number",
  decimal: "a number",
  date: "a date",
  time: "a time",
  length: "a text whose length is",
};
const comparisons: Record<Comparison, (one: string, other: string) => string> = {
  between: (one, other) => `between ${one} and ${other}`,
  notBetween: (one, other) => `not between ${one} and ${other}`,
  equal: (one) => `equal to ${one}`,
  notEqual: (one) => `other than ${one}`,
  greaterThan: (one) => `greater than ${one}`,
  lessThan: (one) => `less than ${one}`,
  greaterThanOrEqual: (one) => `at least ${one}`,
  lessThanOrEqual: (one) => `at most ${one}`,
};

/** A rule in words: `one of "Yes", "No"`, `a whole number between 1 and 10`. */
export function describe(rule: ValidationRule, values: () => ReadonlySet<string> | null = () => null): string {
  if (rule.kind === "any") return "any value";
  if (rule.kind === "custom") return "what its formula allows";
  if (rule.kind === "list") {
    const known = rule.values ?? [...(values() ?? [])];
    if (known.length === 0) return `one of the values in ${rule.source.slice(0, 100)}`;
    const named = known.slice(0, 10).map((value) => JSON.stringify(value.slice(0, 60)));
    return `one of ${named.join(", ")}${known.length > 10 ? ` and ${known.length - 10} more` : ""}`;
  }
  const isDay = rule.kind === "date" || rule.kind === "time";
  const [one = "", other = ""] = rule.bounds.map((bound) =>
    bound === null ? "what a formula gives" : isDay ? shownDay(bound) : String(bound),
  );
  return rule.compare === null ? kinds[rule.kind] : `${kinds[rule.kind]} ${comparisons[rule.compare](one, other)}`;
}

/** A serial date or a part of a day. */
function shownDay(serial: number): string {
  const at = new Date(Date.UTC(1899, 11, 30) + Math.round(serial * 86_400) * 1000);
  if (!Number.isFinite(at.getTime())) return String(serial);
  const iso = at.toISOString();
  return serial < 1 ? iso.slice(11, 16) : Number.isInteger(serial) ? iso.slice(0, 10) : iso.slice(0, 16);
}

/** The values of a list's range, folded; null if its source is another formula. */
function valuesIn(source: string, own: string, { sheets, names }: ValidationContext): ReadonlySet<string> | null {
  const target = rangeIn(source) ?? rangeIn(names.find(({ name }) => fold(name) === fold(source))?.formula ?? "");
  if (target === null) return null;
  const sheet = sheets().find(({ name }) => fold(name) === fold(target.sheet ?? own));
  if (sheet === undefined) return null;
  const values = new Set<string>();
  sheet.read({
    cell({ ref, value, shown }) {
      if (values.size >= MAX_SOURCE || !isWithin(ref, target.range)) return;
      values.add(fold(shown));
      if (value !== null) values.add(fold(String(value)));
    },
    row() {},
  });
  return values.size >= MAX_SOURCE ? null : values;
}

function rangeIn(source: string): { sheet: string | null; range: CellRange } | null {
  const split = splitAddress(source.trim());
  const range = split === null ? null : parseRange(split.rest);
  return split === null || range === null ? null : { sheet: split.sheet, range };
}
