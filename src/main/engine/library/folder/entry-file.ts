import { parseOutline } from "../../../../core/markdown/sections";
import { frontValues } from "../../../../core/properties/front-values";
import { limits } from "../entries/document-limits";
import { type EntryContent, type FieldValue, isKnownKind, type KindDeclaration } from "../entries/entry";
import { FILE_FIELD } from "../entries/file-field";
import { declaredFieldErrors } from "../packs/kinds-schema";
import { entrySchema } from "../packs/pack-schema";
import { withNotes } from "../packs/read-pack";
import { valueError } from "../packs/validate-values";

/** Finds the files that may be entries, as a regular expression for lines. */
export const ENTRY_LINE = "^kind[ \\t]*:";

/** Names of front matter that are not fields. */
const notFields = new Set(["kind", "name", "title", "text", "key", "document", FILE_FIELD]);

/** What a Markdown file is to the library: no entry, an entry (`problem`: a value that lookups cannot use), or one that cannot be read. */
export type EntryFile = { entry: EntryContent | null; problem: string | null };

const noEntry: EntryFile = { entry: null, problem: null };

/**
 * Reads a Markdown file with `\n` line breaks as an entry: its front matter has a `kind` that Galley knows or a document declares, a `name` or
 * `title` and fields; its text is that of the entry. `file` is its path below the folder, and the entry's key. Other files are not entries.
 */
export function readEntryFile(
  text: string,
  { file, declares }: { file: string; declares: ReadonlyMap<string, KindDeclaration> },
): EntryFile {
  const front = frontValues(text);
  if (front.status === "none") return noEntry;
  const kind = kindOf(front.status === "read" ? front.values["kind"] : writtenKind(text.slice(0, front.to)));
  if (kind === null || (!isKnownKind(kind) && !declares.has(kind))) return noEntry;
  if (front.status === "invalid") return { entry: null, problem: front.message.split("\n", 1)[0] ?? "" };
  const error = valueError(front.values);
  if (error !== null) return { entry: null, problem: error };
  const { name, body } = namedText(text, front.to, front.values, file);
  if (body.length > limits.entry) return { entry: null, problem: `it has more than ${limits.entry} characters` };
  if (!body.isWellFormed() || body.includes("\0")) return { entry: null, problem: "its text has damaged characters" };
  const given = Object.entries(front.values).filter(([field, value]) => !notFields.has(field) && value !== null);
  const fields = { ...withNotes(kind, Object.fromEntries(given) as Record<string, FieldValue>), [FILE_FIELD]: file };
  const entry = { kind, key: file, name, text: body, fields };
  return { entry, problem: firstProblem(entry, declares) };
}

const kindOf = (value: unknown): string | null => (typeof value === "string" ? value.trim().toLowerCase() : null);

/** The kind in front matter that is no YAML. */
const writtenKind = (front: string): string | undefined => /^kind[ \t]*:[ \t]*["']?([\w-]+)/m.exec(front)?.[1];

/** The name: as the front matter says, else the first heading, else that of the file. A heading that only repeats it is not in the text. */
function namedText(text: string, from: number, values: Readonly<Record<string, unknown>>, file: string) {
  const after = text.slice(from);
  const heading = parseOutline(after.slice(0, 2000)).sections[0];
  const opens = heading !== undefined && after.slice(0, heading.from).trim() === "";
  const written = [
    values["name"],
    values["title"],
    opens ? heading.title : undefined,
    file.replace(/^.*\/|\.\w+$/g, ""),
  ]
    .map((each) => (typeof each === "string" || typeof each === "number" ? nameLine(String(each)) : ""))
    .find((each) => each !== "");
  const name = written ?? "?";
  const line = /^\s*#[ \t]+([^\n]*)(?:\n|$)/.exec(after);
  const isRepeated = line !== null && nameLine(line[1] ?? "") === name;
  return { name, body: (isRepeated ? after.slice(line[0].length) : after).trim() };
}

const nameLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, limits.name)
    .toWellFormed();

/** What lookups cannot use, such as a level in words; the entry is kept and shown all the same. */
function firstProblem(entry: EntryContent, declares: ReadonlyMap<string, KindDeclaration>): string | null {
  const { kind, name, text, fields } = entry;
  const declaration = declares.get(kind);
  if (declaration !== undefined) return declaredFieldErrors(declaration, fields)[0] ?? null;
  const checked = entrySchema([]).safeParse({ ...fields, kind, name, text });
  const [issue] = checked.error?.issues ?? [];
  return issue === undefined ? null : `${String(issue.path[0] ?? "")} ${issue.message}`;
}
