import { readPart } from "../package/package-parts";
import { scanXml } from "../package/scan-xml";
import type { ZipPackage } from "../package/zip";
import type { CellValidation, Comparison, ValidationRule } from "../sheet/cell-validation";
import { fromOpenFormula } from "../sheet/sheet-formula";
import { odsPrefixes } from "./scan";

/** Whether cells with a style may be edited in a protected sheet. Its parents, and the default style, are in `styles.xml`. */
export function unlockedStyles(zip: ZipPackage, content: string): (style: string | null) => boolean {
  const styles = new Map<string, { parent: string | null; isLocked: boolean | null }>();
  let own: { parent: string | null; isLocked: boolean | null } | null = null;
  for (const xml of [readPart(zip, "styles.xml"), content])
    if (xml !== null)
      scanXml(xml, odsPrefixes, {
        open(name, tag) {
          const isDefault = name === "style:default-style";
          if (isDefault || name === "style:style") {
            own = null;
            if (tag.attribute("style:family") !== "table-cell") return;
            own = { parent: isDefault ? null : (tag.attribute("style:parent-style-name") ?? ""), isLocked: null };
            styles.set(isDefault ? "" : (tag.attribute("style:name") ?? ""), own);
          } else if (name === "style:table-cell-properties" && own !== null) {
            const written = tag.attribute("style:cell-protect");
            if (written !== null) own.isLocked = !/^(?:none|formula-hidden)$/.test(written.trim());
          }
        },
        close() {},
        text() {},
      });
  return (name) => {
    let style = styles.get(name ?? "Default") ?? styles.get("");
    for (let depth = 0; style !== undefined && depth < 20; depth++) {
      if (style.isLocked !== null) return !style.isLocked;
      style = style.parent === null ? undefined : styles.get(style.parent);
    }
    return false;
  };
}

/** The data validations of a document, by name. */
export function odsValidations(content: string): ReadonlyMap<string, CellValidation> {
  const validations = new Map<string, CellValidation>();
  if (!content.includes("content-validation")) return validations;
  let own: CellValidation | null = null;
  scanXml(content, odsPrefixes, {
    open(name, tag) {
      if (name === "table:content-validation") {
        own = { rule: ruleOf(tag.attribute("table:condition") ?? ""), isStrict: true };
        validations.set(tag.attribute("table:name") ?? "", own);
      } else if (name === "table:error-message" && own !== null)
        own.isStrict =
          (tag.attribute("table:message-type") ?? "stop") === "stop" && tag.attribute("table:display") !== "false";
    },
    close() {},
    text() {},
  });
  return validations;
}

const kinds: Record<string, "whole" | "decimal" | "date" | "time"> = {
  "whole-number": "whole",
  "decimal-number": "decimal",
  date: "date",
  time: "time",
};
const signs: Record<string, Comparison> = {
  "=": "equal",
  "!=": "notEqual",
  "<>": "notEqual",
  "<": "lessThan",
  ">": "greaterThan",
  "<=": "lessThanOrEqual",
  ">=": "greaterThanOrEqual",
};

/** A rule from a condition such as `of:cell-content-is-whole-number() and cell-content-is-between(1,10)`. */
function ruleOf(written: string): ValidationRule {
  const condition = written.replace(/^\w+:/, "").trim();
  if (condition === "") return { kind: "any" };
  const list = /^cell-content-is-in-list\(([\s\S]*)\)$/.exec(condition)?.[1];
  if (list !== undefined) {
    const texts = [...list.matchAll(/"((?:[^"]|"")*)"|(-?[\d.]+)/g)];
    const isLiteral = /^(?:\s*(?:"(?:[^"]|"")*"|-?[\d.]+)\s*;?)+$/.test(list);
    const values = isLiteral ? texts.map(([, text, number]) => text?.replaceAll('""', '"') ?? number ?? "") : null;
    return { kind: "list", values, source: isLiteral ? list : fromOpenFormula(list) };
  }
  const [, type, more = ""] =
    /^cell-content-is-(whole-number|decimal-number|date|time)\(\)(?: and ([\s\S]*))?$/.exec(condition) ?? [];
  const kind = type === undefined ? (/^cell-content-text-length/.test(condition) ? "length" : undefined) : kinds[type];
  if (kind === undefined) return { kind: "custom" };
  const rest = (type === undefined ? condition : more).trim();
  if (rest === "") return { kind, compare: null, bounds: [] };
  const bound = (text = ""): number | null => (/^-?[\d.]+$/.test(text.trim()) ? Number(text) : null);
  const [, not, one, other] = /-is-(not-)?between\(([^,;]*)[,;]([^,;]*)\)$/.exec(rest) ?? [];
  if (one !== undefined)
    return { kind, compare: not === undefined ? "between" : "notBetween", bounds: [bound(one), bound(other)] };
  const [, sign = "", limit] = /\(\)\s*(!=|<>|<=|>=|=|<|>)([\s\S]*)$/.exec(rest) ?? [];
  const compare = signs[sign];
  return compare === undefined ? { kind: "custom" } : { kind, compare, bounds: [bound(limit)] };
}
