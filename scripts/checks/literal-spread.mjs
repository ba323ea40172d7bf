import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseSync } from "vite";
import { inProject } from "../set-up/project.mjs";
import { readSources } from "./sources.mjs";

/**
 * Spreads of an object literal into another, as `{ start, end, inner }` with what its braces hold: `{ ...{ a, b }, c }` is `{ a, b, c }` with
 * more to read. `...(isOpen ? { a } : {})` is not meant: it leaves the property out.
 */
export function literalSpreads(path, text) {
  const found = [];
  // Parsing takes most of the time, and few files have such dots before a brace or a comment.
  if (!/\.\.\.[\s(]*[{/]/.test(text)) return found;
  const visit = (node) => {
    if (Array.isArray(node)) for (const each of node) visit(each);
    else if (node && typeof node === "object" && typeof node.type === "string") {
      if (node.type === "ObjectExpression")
        for (const { type, argument, start, end } of node.properties)
          if (type === "SpreadElement" && argument.type === "ObjectExpression")
            found.push({ start, end, inner: insideOf(argument, text) });
      for (const value of Object.values(node)) visit(value);
    }
  };
  visit(parseSync(path, text).program);
  return found;
}

/** What is between the braces, without the comma after the last property. */
function insideOf({ start, end, properties }, text) {
  const last = properties.at(-1)?.end ?? start + 1;
  return (text.slice(start + 1, last) + text.slice(last, end - 1).replace(/^(\s*),/, "$1")).trim();
}

/** The text without such spreads. The properties keep their order. The formatter does the rest. */
export function withoutLiteralSpreads(path, text) {
  for (let result = text; ; ) {
    // The innermost of nested ones comes last.
    const last = literalSpreads(path, result)
      .toSorted((a, b) => a.start - b.start)
      .at(-1);
    if (last === undefined) return result;
    const { inner } = last;
    const rest = result.slice(last.end);
    // A comment must not swallow what follows.
    const lineEnd = /\/\/[^\n]*$/.test(inner) ? "\n" : "";
    result = result.slice(0, last.start) + inner + lineEnd + (inner === "" ? rest.replace(/^\s*,/, "") : rest);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const isFixing = process.argv.includes("--fix");
  for (const [path, text] of readSources()) {
    if (!/\.(ts|tsx|mjs)$/.test(path)) continue;
    const found = literalSpreads(path, text);
    if (found.length === 0) continue;
    if (isFixing) writeFileSync(inProject(path), withoutLiteralSpreads(path, text));
    else {
      for (const { start } of found)
        console.log(`${path}:${text.slice(0, start).split("\n").length}: an object literal is spread into another`);
      process.exitCode = 1;
    }
  }
}
