import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseSync } from "vite";
import { inProject } from "../set-up/project.mjs";
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

/** Names of the code by their form, and what they are called instead. */
const bannedNames = [
  [
    /\b(?:type|interface|class) (?:Asked|Found|Held|Known|Wanted|Written|Placed|Packed|Shown|Opened|Counted|Marked|Seen)\b/,
    "what it is: a participle is not a type",
  ],
  [/\b(?:type|interface|class) \w*Places?\b/, "position, location, range, context"],
  [/#?\b(?:inTurn|inOrder)\b(?= = \w*[qQ]ueue\()/, "enqueue"],
  [/\b(?:\w*[a-z]Looks?|look(?:Of|Soon|Again)|LOOK_\w+)\b(?! (?:at|for|up)\b)/, "appearance, refresh"],
  [
    /\b(?:page(?:Stopped|Hangs|Url|Window|Keys|Attributes|File)|PageWindow|PageTo[A-Z]\w*|\w+ForPage)\b/,
    "renderer, window",
  ],
];

/** Phrases that no comment may contain; other texts may. */
const bannedInComments = [
  [
    /\b[Tt]he (?:most|fewest) (?!similar|common|recent|readable|important|likely|urgent|expensive|letter|space)[a-z]+(?= (?:of|that|in|per|shown|listed|kept)\b|[,.;]| \*\/)/,
    "the maximum number of, the smallest",
  ],
  [/(?<!\b[Tt]here )\b(?:is|are|was|were) no (?!longer\b|more\b|other\b|matter\b)[a-z]+/, "is not a"],
  [/\bas far as (?!possible|needed|the first)/, "if, where, the part that"],
  [/\b(?:is|are|was|were) to be\b/, "must be, will be"],
];

/** In a comment, the title of a test, a message and a document; elsewhere `refused` is a word of the wire. */
const refuse = /(?<![`\w.#])[Rr]efus(?:e|es|ed|ing|als?)\b(?!`)/;
const refusal = [refuse, "reject, deny, decline"];
/** A word of the wire: `"refused"`. */
const quotedWord = /(["'`])refus\w+\1/g;
/** The texts of a line of messages, without what they fill in. */
const textsOf = (line) => (line.match(/"(?:[^"\\]|\\.)*"|`[^`]*`/g) ?? []).join(" ").replace(/\$\{[^}]*\}/g, "");
const isTitle = /^\s*(?:it|test|describe)\b[\w.]*\(|", (?:async )?\([^)]*\) => \{$/;
const comment = /^\s*(?:\/\/|\/?\*)|(?:^|\s)\/\/ |\/\*\*? /;

/** Words that no file name may contain, besides those that no name may: `comment-places.ts`. A page is paper, or the guests' page. */
const bannedInPaths = [
  [/(?:^|-)places?(?:-|$)/, "position, location"],
  [/^page-(?:window|keys|attributes|files)$/, "renderer, window"],
];
/** File names that stay, and why. */
const allowedPaths = {
  "in-place.ts": "an expression",
  "make-folders-in-place.ts": "an expression",
  "make-folders-in-place.test.ts": "an expression",
  "place-beside.ts": "a verb",
};

const plainTerms = new Map(Object.entries(bannedWords).flatMap(([term, words]) => words.map((word) => [word, term])));
const capital = (word) => word[0].toUpperCase() + word.slice(1);
const anyOf = (words) => `(?:${words.join("|")})`;
const terms = [...plainTerms.keys()];
/** A banned word as a whole word of a name: `told`, `wasTold`, `TOLD_AT`. */
const anyBanned = new RegExp(
  `(?<![A-Za-z])${anyOf(terms)}(?![a-z])|${anyOf(terms.map(capital))}(?![a-z])|(?<![A-Za-z])${anyOf(terms.map((term) => term.toUpperCase()))}(?![A-Za-z])`,
);
const comments = /\/\*[\s\S]*?\*\/|\/\/ .*/g;

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

/** The documents of the project that are written by hand, by path. Of the changelog, only the section of the next version. */
function readDocuments() {
  const generated = /^docs\/(?:tools|agents|conformance|reliability|security|packages|quality)\.md$/;
  const documents = new Map();
  const add = (path) => documents.set(path, readFileSync(inProject(path), "utf8"));
  for (const path of readdirSync(inProject("docs"), { recursive: true }))
    if (path.endsWith(".md") && !generated.test(`docs/${path}`)) add(`docs/${path}`);
  for (const path of ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "deploy/README.md"]) add(path);
  const changelog = readFileSync(inProject("CHANGELOG.md"), "utf8");
  documents.set(
    "CHANGELOG.md",
    changelog
      .split(/^(?=## )/m)
      .slice(0, 2)
      .join(""),
  );
  return documents;
}

/** Banned words in the name of a file. */
function findInPath(path) {
  const file = path.slice(path.lastIndexOf("/") + 1);
  if (file in allowedPaths) return [];
  const name = file.replace(/\..*$/, "");
  const word = wordsOf(name).find((each) => plainTerms.has(each));
  if (word !== undefined) return [`${path}: not "${word}" but: ${plainTerms.get(word)}`];
  return bannedInPaths.filter(([banned]) => banned.test(name)).map(([, plain]) => `${path}: ${plain}`);
}

const anyInComments = new RegExp(`refus|${bannedInComments.map(([phrase]) => phrase.source).join("|")}`, "i");

/** Phrases that only comments, titles of tests and messages must not contain, line by line. */
function findInComments(path, source) {
  if (!anyInComments.test(source)) return [];
  const found = [];
  const isMessages = /messages(?:\.\w+)?\.ts$/.test(path);
  for (const [index, line] of source.split("\n").entries()) {
    const isComment = comment.test(line);
    const words = line.replace(quotedWord, "");
    const text = isComment || isTitle.test(line) ? words : isMessages ? textsOf(words) : "";
    const rejected = refuse.exec(text);
    if (rejected) found.push(`${path}:${index + 1} "${rejected[0]}": reject, deny, decline`);
    if (!isComment) continue;
    for (const [phrase, plain] of bannedInComments) {
      const match = phrase.exec(line);
      if (match) found.push(`${path}:${index + 1} "${match[0]}": ${plain}`);
    }
  }
  return found;
}

const anyPhrase = new RegExp([refusal, ...bannedPhrases, ...bannedNames].map(([phrase]) => phrase.source).join("|"));

/** Banned words in names, of files too, and banned phrases in comments and texts of `sources`, as lines to print. Documents have phrases only. */
export function findBannedWords(sources, allowed = {}) {
  const messages = [];
  const unused = new Set(Object.keys(allowed));
  for (const [path, text] of sources) {
    if (!/\.(ts|tsx|mjs|css|md)$/.test(path) || /^scripts\/checks\/words/.test(path)) continue;
    const isDocument = path.endsWith(".md");
    messages.push(...findInPath(path));
    // Parsing takes most of the time: only files with a banned word outside comments can have it in a name.
    for (const { name, start } of isDocument || path.endsWith(".css") || !anyBanned.test(text.replace(comments, ""))
      ? []
      : declaredNames(path, text)) {
      const banned = wordsOf(name).find((word) => plainTerms.has(word));
      if (banned === undefined) continue;
      if (name in allowed) unused.delete(name);
      else messages.push(`${path}:${lineOf(text, start)} ${name}: not "${banned}" but: ${plainTerms.get(banned)}`);
    }
    if (path === "src/shared/agent-name.ts") continue; // Names that no agent may have.
    if (!isDocument) messages.push(...findInComments(path, text));
    if (!anyPhrase.test(text)) continue;
    for (const [phrase, plain] of isDocument ? [...bannedPhrases, refusal] : [...bannedPhrases, ...bannedNames])
      for (const { index, 0: found } of text.matchAll(new RegExp(phrase, "g")))
        messages.push(`${path}:${lineOf(text, index)} "${found}": ${plain}`);
  }
  for (const name of unused) messages.push(`${name} is in allowedNames of words.mjs and no longer used: remove it`);
  return messages;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = findBannedWords(new Map([...readSources(), ...readDocuments()]), allowedNames);
  for (const line of found) console.log(line);
  process.exitCode = found.length > 0 ? 1 : 0;
}
