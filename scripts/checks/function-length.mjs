import { fileURLToPath } from "node:url";
import { parseSync } from "vite";
import { isTest, readSources } from "./sources.mjs";

/** The maximum number of lines of a function, from its first to its last. Tables of data are not functions. */
export const MAX_LINES = 150;

const functionTypes = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);

/** Functions with more than `most` lines, as `{ name: "path function", lines }`; the lines of a nested function count for both. */
export function longFunctions(sources, most = MAX_LINES) {
  const found = [];
  for (const [path, text] of sources) {
    if (!/\.(ts|tsx|mjs)$/.test(path) || isTest(path)) continue;
    const lineAt = lineCounter(text);
    // Most files are shorter than what a function may be: parsing them takes most of the time.
    if (lineAt(text.length) <= most) continue;
    visit(parseSync(path, text).program, null, (node, name) => {
      const lines = lineAt(node.end) - lineAt(node.start) + 1;
      if (lines > most) found.push({ name: `${path} ${name}`, lines });
    });
  }
  return found;
}

/** Calls `onFunction(node, name)` for every function below `node`; an anonymous function gets the name of what it is assigned to. */
function visit(node, name, onFunction) {
  if (Array.isArray(node)) for (const one of node) visit(one, name, onFunction);
  else if (node && typeof node === "object" && typeof node.type === "string") {
    const own = node.id?.name ?? node.key?.name ?? null;
    if (functionTypes.has(node.type)) onFunction(node, own ?? name ?? "(no name)");
    const inner = own ?? (functionTypes.has(node.type) ? null : name);
    for (const [key, value] of Object.entries(node)) if (key !== "type") visit(value, inner, onFunction);
  }
}

function lineCounter(text) {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (starts[middle] <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = longFunctions(readSources());
  for (const { name, lines } of found) console.log(`${name}: ${lines} lines, at most ${MAX_LINES}`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
