import { type CellRange, parseRange } from "../../../../core/office/sheet-address";
import { elementsIn, takeElements, type XmlElement } from "../package/splice-xml";
import type { CellValidation, Comparison, ValidationRule } from "../sheet/cell-validation";
import { xlsxPrefixes } from "./scan";

/** The data validation of some ranges of a sheet. */
export type RangeValidation = CellValidation & { ranges: CellRange[] };

const prefixes = {
  ...xlsxPrefixes,
  "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main": "x14",
  "http://schemas.microsoft.com/office/excel/2006/main": "xm",
};

/** The data validations of a sheet, also those of newer Excel versions that refer to other sheets. */
export function validationsIn(xml: string): RangeValidation[] {
  if (!xml.includes("dataValidation")) return [];
  return takeElements(xml, {
    prefixes,
    attributes: ["type", "operator", "errorStyle", "showErrorMessage", "sqref"],
    take: (name) => name === "s:dataValidation" || name === "x14:dataValidation",
  }).map((element) => {
    const { type = "none", operator, errorStyle = "stop", showErrorMessage = "0", sqref } = element.attributes;
    const ranges = (sqref ?? textOf(element, "xm:sqref")).split(/\s+/).flatMap((each) => parseRange(each) ?? []);
    const formulas = ["formula1", "formula2"].map(
      (name) => textOf(element, `s:${name}`) || textOf(element, `x14:${name}`),
    );
    const isStrict = errorStyle === "stop" && /^(?:1|true)$/.test(showErrorMessage);
    return { ranges, rule: ruleOf(type, operator ?? "between", formulas), isStrict };
  });
}

/** The text of a child and everything in it. */
function textOf(element: XmlElement, name: string): string {
  const [child] = elementsIn(element, name);
  const inside = (node: XmlElement): string =>
    node.nodes.map((each) => (each.kind === "text" ? each.text : inside(each))).join("");
  return child === undefined ? "" : inside(child).trim();
}

const numeric = { whole: "whole", decimal: "decimal", date: "date", time: "time", textLength: "length" } as const;

function ruleOf(type: string, operator: string, formulas: readonly string[]): ValidationRule {
  const [source = ""] = formulas;
  if (type === "none") return { kind: "any" };
  if (type === "list") {
    const literal = /^"([\s\S]*)"$/.exec(source)?.[1];
    const values = literal === undefined ? null : literal.replaceAll('""', '"').split(",");
    return { kind: "list", values: values === null ? null : values.map((each) => each.trim()), source };
  }
  const kind = numeric[type as keyof typeof numeric] as (typeof numeric)[keyof typeof numeric] | undefined;
  if (kind === undefined) return { kind: "custom" };
  const bounds = formulas.map((each) => (each !== "" && Number.isFinite(Number(each)) ? Number(each) : null));
  return { kind, compare: operator as Comparison, bounds };
}
