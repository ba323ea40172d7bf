import { realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, relative, sep } from "node:path";
import { parse } from "yaml";
import { escapeInvisibles } from "../../../shared/escape-invisibles";
import type { SlashCommand } from "../../../shared/model-rules";
import { isWithin } from "../../engine/storage";
import { MAX_SKILLS } from "../core/limits";
import { modelRuleMessages } from "./messages";
import { namesIn, type RuleFile, readRuleFile } from "./read-rule-file";

/** Folders that hold skills and commands, the first of a name counts. `.agents` and `.claude` are those of other programs. */
const configFolders = [".galley", ".claude", ".agents"];

/** Where rules are looked for: an open folder, or the user's own; both real paths. */
export type RuleLocation = {
  origin: "folder" | "user";
  root: string;
  /** What stands for the root in paths that are shown. */
  shownRoot: string;
};

/** A file that instructs models, with what its header says. */
export type FoundRule = {
  kind: "rules" | "skill";
  origin: RuleLocation["origin"];
  name: string;
  description: string;
  /** One line that is safe to show. */
  shownPath: string;
  file: RuleFile;
  /** What the model gets: without the header. */
  text: string;
};

/** The `AGENTS.md` nearest to a document of the folder; the folder's own if no document is given. Null if there is none. */
export async function nearestRules(place: RuleLocation, document: string | null): Promise<FoundRule | null> {
  const { root } = place;
  const real = document === null ? null : await realpath(dirname(document)).catch(() => null);
  let folder = real !== null && isWithin(real, root) ? real : root;
  for (;;) {
    const names = relative(root, folder)
      .split(sep)
      .filter((name) => name !== "");
    const file = await readRuleFile(root, ...names, "AGENTS.md");
    if (file !== null)
      return {
        kind: "rules",
        origin: place.origin,
        name: "AGENTS.md",
        description: "",
        shownPath: shownPathOf(place, file.path),
        file,
        text: file.text,
      };
    if (folder === root) return null;
    folder = dirname(folder);
  }
}

/** The skills of a place, one for each name. */
export async function findSkills(place: RuleLocation): Promise<FoundRule[]> {
  const found = new Map<string, FoundRule>();
  for (const config of configFolders)
    for (const folder of await namesIn(place.root, [config, "skills"], { kind: "folder", most: MAX_SKILLS })) {
      const file = await readRuleFile(place.root, config, "skills", folder, "SKILL.md");
      if (file === null) continue;
      const skill = skillOf(place, folder, file);
      if (!found.has(skill.name) && found.size < MAX_SKILLS) found.set(skill.name, skill);
    }
  return [...found.values()];
}

function skillOf(place: RuleLocation, folder: string, file: RuleFile): FoundRule {
  const read = readHeader(file.text);
  const description = headerLine(read?.header["description"], 1024);
  const name = nameOf(read?.header["name"] ?? "") ?? nameOf(folder) ?? headerLine(folder, 64);
  const { badHeader, noDescription } = modelRuleMessages;
  const problem = file.problem ?? (read === null ? badHeader : description === "" ? noDescription : null);
  return {
    kind: "skill",
    origin: place.origin,
    name,
    description,
    shownPath: shownPathOf(place, file.path),
    file: problem === null || file.problem !== null ? file : { ...file, text: "", isCut: false, problem },
    text: problem === null ? (read?.body ?? "") : "",
  };
}

/** The slash commands of a place, one for each name. */
export async function findCommands(place: RuleLocation): Promise<SlashCommand[]> {
  const found = new Map<string, SlashCommand>();
  for (const config of configFolders)
    for (const name of await namesIn(place.root, [config, "commands"], { kind: "file", most: MAX_SKILLS })) {
      const command = name.endsWith(".md") ? nameOf(name.slice(0, -".md".length)) : null;
      if (command === null || found.has(command)) continue;
      const file = await readRuleFile(place.root, config, "commands", name);
      const read = file === null || file.problem !== null || file.isCut ? null : readHeader(file.text);
      if (file === null || read === null || read.body.trim() === "") continue;
      found.set(command, {
        name: command,
        description: headerLine(read.header["description"], 300),
        hint: headerLine(read.header["argument-hint"], 100),
        path: shownPathOf(place, file.path),
        origin: place.origin,
        text: visible(read.body.trim()),
      });
    }
  return [...found.values()].slice(0, MAX_SKILLS);
}

/** A name that can be typed after a slash; null if it is none. */
function nameOf(text: string): string | null {
  const name = text.trim();
  return /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u.test(name) ? name : null;
}

/** A text of which the user sees every character, since it becomes a question of theirs. */
const visible = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.split("\t").map(escapeInvisibles).join("\t"))
    .join("\n");

const shownPathOf = ({ root, shownRoot }: RuleLocation, path: string): string =>
  escapeInvisibles(shownRoot + relative(root, path).split(sep).join("/"));

/** A place, if its folder exists. */
export async function placeAt(origin: RuleLocation["origin"], folder: string | null): Promise<RuleLocation | null> {
  const root = folder === null ? null : await realpath(folder).catch(() => null);
  if (root === null) return null;
  const own = folder === homedir() ? "~/" : `${root}/`;
  return { origin, root, shownRoot: origin === "folder" ? "" : own };
}

/** The front matter of a Markdown file and the text below it. Values that are not text are left out. */
type WithHeader = { header: Readonly<Record<string, string>>; body: string };

const front = /^\ufeff?---[ \t]*\n([\s\S]*?)\n---[ \t]*(?:\n|$)/;

/** Null if there is front matter that is not YAML. */
function readHeader(text: string): WithHeader | null {
  const match = front.exec(text);
  if (match === null) return { header: {}, body: text };
  try {
    // Aliases, with which a few lines make gigabytes, are not needed.
    const value: unknown = parse(match[1] ?? "", { maxAliasCount: 0 });
    const fields = typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
    const texts = fields.flatMap(([name, field]) => (typeof field === "string" ? [[name, field] as const] : []));
    return { header: Object.fromEntries(texts), body: text.slice(match[0].length) };
  } catch {
    return null;
  }
}

/** A field on one line that is safe to show. */
const headerLine = (text: string | undefined, most: number): string =>
  escapeInvisibles((text ?? "").replace(/\s+/g, " ").trim().slice(0, most));
