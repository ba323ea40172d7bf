import { fileURLToPath } from "node:url";
import { isForTests, readSources } from "./sources.mjs";

/** One file of limits per layer, from the ones that everything imports. */
export const limitFiles = [
  "src/core/limits.ts",
  "src/shared/limits.ts",
  "src/main/engine/ports/limits.ts",
  "src/main/app/core/limits.ts",
  "src/main/limits.ts",
  "src/renderer/ui/limits.ts",
];

const constant = /^(export )?const ([A-Z][A-Z0-9_]*)\b/gm;
const isLimit = /^(MAX|LIMITS?|LONGEST|DEEPEST)(_|$)|_(MAX|LIMITS?)$|TIMEOUT/;
/** What bounds files, messages and waiting: the limits that a user or an attacker meets. */
const isOfInput = /^MAX_(\w+_)?(BYTES|DEPTH|TIME_MS)$|TIMEOUT|TIME_LIMIT/;

/**
 * Limits that are in no file of limits although other modules use them, or they bound what is read, as messages; and limits of one name in two files.
 * A limit of an algorithm's own step, of a cache or of a list that is shown stays in its module, if only that needs it.
 */
export function misplacedLimits(sources) {
  const found = [];
  const known = new Map();
  for (const [path, text] of sources) {
    if (!/^src\/.*\.tsx?$/.test(path) || isForTests(path)) continue;
    for (const [declaration, exported, name] of text.matchAll(constant)) {
      if (limitFiles.includes(path)) {
        if (known.has(name)) found.push(`${path}: ${name} is also in ${known.get(name)}`);
        known.set(name, path);
      } else if (exported ? isLimit.test(name) : isOfInput.test(name)) {
        const line = text.slice(0, text.indexOf(declaration)).split("\n").length;
        found.push(`${path}:${line} ${name} belongs in its layer's file of limits: ${nearest(path)}`);
      }
    }
  }
  return found;
}

/** The file of limits with the longest common path. */
const nearest = (path) =>
  limitFiles.toSorted((a, b) => common(b, path) - common(a, path) || a.length - b.length)[0] ?? "";

function common(a, b) {
  const [first, second] = [a.split("/"), b.split("/")];
  return first.findIndex((part, index) => part !== second[index]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = misplacedLimits(readSources());
  for (const line of found) console.log(line);
  process.exitCode = found.length > 0 ? 1 : 0;
}
