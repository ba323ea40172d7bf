import { MAX_IGNORE_RULES } from "../../ports/limits";
import { type NameTest, nameTest } from "./segment-glob";

/** The rules of one `.gitignore`, for paths relative to its folder. */
export type IgnoreRules = {
  /** Whether the file ignores this path, excludes it from ignoring (`!`), or has no rule for it. */
  verdict(parts: readonly string[], kind: "file" | "folder"): "ignored" | "kept" | "silent";
};

type Part = "any folders" | NameTest;
type Rule = { parts: Part[]; isAnywhere: boolean; isFolderOnly: boolean; isNegated: boolean };

/** Parses a `.gitignore` by git's own rules. */
export function parseIgnoreRules(text: string): IgnoreRules {
  const rules = text
    .split(/\r?\n/, MAX_IGNORE_RULES)
    .map(ruleOf)
    .filter((rule) => rule !== null);
  return {
    verdict(parts, kind) {
      // The last rule that matches decides.
      for (let at = rules.length - 1; at >= 0; at--) {
        const rule = rules[at] as Rule;
        if (rule.isFolderOnly && kind !== "folder") continue;
        if (matches(rule, parts)) return rule.isNegated ? "kept" : "ignored";
      }
      return "silent";
    },
  };
}

function ruleOf(written: string): Rule | null {
  let line = written;
  // Trailing blanks count only after a backslash.
  while (/[ \t]$/.test(line) && !/(?:^|[^\\])(?:\\\\)*\\[ \t]$/.test(line)) line = line.slice(0, -1);
  if (line === "" || line.startsWith("#")) return null;
  const isNegated = line.startsWith("!");
  if (isNegated) line = line.slice(1);
  const isFolderOnly = line.endsWith("/");
  if (isFolderOnly) line = line.slice(0, -1);
  if (line === "" || line === "/") return null;
  const isAnywhere = !line.includes("/");
  const names = (line.startsWith("/") ? line.slice(1) : line).split("/");
  const parts: Part[] = [];
  for (const name of names) {
    const part = name === "**" ? "any folders" : nameTest(name);
    if (part === null) return null;
    parts.push(part);
  }
  return { parts, isAnywhere, isFolderOnly, isNegated };
}

function matches({ parts, isAnywhere }: Rule, path: readonly string[]): boolean {
  const [only] = parts;
  if (isAnywhere) return only === "any folders" || only?.(path.at(-1) ?? "") === true;
  let positions = reach(parts, [0]);
  for (const name of path) {
    const next: number[] = [];
    for (const position of positions) {
      const part = parts[position];
      if (part === "any folders") {
        next.push(position);
        // `a/**` matches everything inside `a`, but not `a` itself.
        if (position === parts.length - 1) next.push(position + 1);
      } else if (part?.(name)) next.push(position + 1);
    }
    positions = reach(parts, next);
    if (positions.size === 0) return false;
  }
  return positions.has(parts.length);
}

/** A `**` that is not the last part also matches no folder at all. */
function reach(parts: readonly Part[], positions: readonly number[]): Set<number> {
  const all = new Set<number>();
  for (let position of positions) {
    all.add(position);
    while (parts[position] === "any folders" && position < parts.length - 1) all.add(++position);
  }
  return all;
}
