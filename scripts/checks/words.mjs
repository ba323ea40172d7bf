import { fileURLToPath } from "node:url";
import { parseSync } from "vite";
import { readSources } from "./sources.mjs";

/** Private words of earlier versions, with the plain term of docs/glossary.md. No name may contain one as a word of its own. */
export const bannedWords = {
  "messages, t": ["told", "tell", "tells", "say", "says", "said"],
  "notify, onX, handleX": ["hear", "hears", "heard"],
  layer: ["room", "rooms", "house"],
  "server, transport": ["door", "doors"],
  "service, client, store": ["desk", "desks"],
  "deps, options, context": ["world", "worlds", "surroundings"],
  "position, range, location": ["spot", "spots"],
  "resolve, idle": ["settle", "settles", "settled", "settling"],
  "remote change": ["arrival", "arrivals", "arriving", "brought"],
  "fix, update, repair": ["mend", "mends", "mended", "mender"],
  "read ranges, coverage": ["readings"],
  projection: ["ledger", "ledgers"],
  "error, rejection": ["refusal", "refusals", "trouble", "troubles", "surprise", "surprises"],
  "request id": ["ticket", "tickets"],
  operation: ["deed", "deeds", "doing", "doings"],
  again: ["anew"],
  resync: ["doubt", "doubts"],
  protocol: ["talk", "talks"],
};

/** Names that stay, and why. A name that no longer occurs is removed from here. */
export const allowedNames = {
  arriving: "a state of calls in stored conversations",
  mends: "a field of stored link updates and of plans of renames",
  room: "a field of stored sessions and of open documents",
  spot: "a field of requests to open a document at a location",
  ticket: "a field of requests and events of exports",
  httpDoor: "a key of the settings file",
  openWorldHint: "a field of MCP's tool annotations",
};

/** Phrases that no comment and no text may contain. */
const bannedPhrases = [
  [/\banew\b/, "again"],
  [/\bthe person\b/, "the user"],
  [/\bwhat waits\b/, "pending edits, or what is meant"],
  [/\bmended\b/, "fixed, repaired, updated"],
  [/\b(heard|hears) of\b/, "is notified of, knows of"],
  [/\b(renderer|window|page|editor|process) (is|was) (not )?told\b/, "notified"],
  [/\b(the|every|each|same) doors?\b/, "server, transport"],
  [/\bone no more\b/, "no longer one"],
  [/\bany more\b/, "no longer"],
  [/\b(it|that|which|what|rest|quote) (is|are|was|were) no (?!longer\b|more\b|other\b)[a-z]/, "is not a"],
  // Classes of elements; the first two are ids of commands in stored key bindings, the third is one, too, and a caller's id in books.
  [/(?<!\b(next|previous))-room\b|(?<!\bbook)-desk\b|-door\b/, "a part of the window: pane, box, area"],
  [/\bheard-only\b/, "visually-hidden"],
];

const plainTerms = new Map(Object.entries(bannedWords).flatMap(([term, words]) => words.map((word) => [word, term])));
const anyBanned = new RegExp([...plainTerms.keys()].join("|"), "i");

/** The words of a name, in lower case: `isRoomForUs` is `is room for us`. */
export const wordsOf = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);

/** Every name that is declared in a file, with the offset of its declaration: bindings, parameters, members, keys of objects. */
function declaredNames(path, text) {
  const found = [];
  const add = (node) => /^(Private)?Identifier$/.test(node?.type) && found.push({ name: node.name, start: node.start });
  const addPattern = (node) => {
    if (!node) return;
    if (node.type === "Identifier") add(node);
    else if (node.type === "AssignmentPattern") addPattern(node.left);
    else if (node.type === "RestElement") addPattern(node.argument);
    else if (node.type === "ArrayPattern") for (const one of node.elements) addPattern(one);
    // A shorthand follows the property that it names.
    else if (node.type === "ObjectPattern")
      for (const one of node.properties) if (!one.shorthand) addPattern(one.value ?? one.argument);
  };
  const members = new Set(["TSPropertySignature", "TSMethodSignature", "PropertyDefinition", "MethodDefinition"]);
  const visit = (node, isPattern = false) => {
    if (Array.isArray(node)) for (const one of node) visit(one, isPattern);
    if (!node || typeof node !== "object" || typeof node.type !== "string") return;
    if (node.type === "VariableDeclarator") addPattern(node.id);
    for (const parameter of node.params ?? []) addPattern(parameter);
    if (/^(Function|Class|TSTypeAlias|TSInterface)/.test(node.type)) add(node.id);
    if (members.has(node.type)) add(node.key);
    if (node.type === "Property" && !isPattern && !node.shorthand && !node.computed) add(node.key);
    for (const [key, value] of Object.entries(node))
      if (key !== "type") visit(value, node.type === "ObjectPattern" && key === "properties");
  };
  visit(parseSync(path, text).program);
  return found;
}

const lineOf = (text, offset) => text.slice(0, offset).split("\n").length;

/** Banned words in names and banned phrases in comments and texts of `sources`, as lines to print. */
export function findBannedWords(sources, allowed = {}) {
  const messages = [];
  const unused = new Set(Object.keys(allowed));
  for (const [path, text] of sources) {
    if (!/\.(ts|tsx|mjs|css)$/.test(path) || /^scripts\/checks\/words/.test(path)) continue;
    // Parsing takes most of the time: only files with a banned word somewhere can have it in a name.
    for (const { name, start } of path.endsWith(".css") || !anyBanned.test(text) ? [] : declaredNames(path, text)) {
      const banned = wordsOf(name).find((word) => plainTerms.has(word));
      if (banned === undefined) continue;
      if (name in allowed) unused.delete(name);
      else messages.push(`${path}:${lineOf(text, start)} ${name}: not "${banned}" but: ${plainTerms.get(banned)}`);
    }
    if (path === "src/shared/agent-name.ts") continue; // Names that no agent may have.
    for (const [phrase, plain] of bannedPhrases)
      for (const { index, 0: found } of text.matchAll(new RegExp(phrase, "g")))
        messages.push(`${path}:${lineOf(text, index)} "${found}": ${plain}`);
  }
  for (const name of unused) messages.push(`${name} is in allowedNames of words.mjs and no longer used: remove it`);
  return messages;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = findBannedWords(readSources(), allowedNames);
  for (const line of found) console.log(line);
  process.exitCode = found.length > 0 ? 1 : 0;
}
