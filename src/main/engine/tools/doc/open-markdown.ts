import { sep } from "node:path";
import { addressError, findSection, type SectionTarget } from "../../../../core/markdown/section-address";
import { type Outline, parseOutline } from "../../../../core/markdown/sections";
import { officeFormatOf } from "../../../../core/text/format";
import { printableName } from "../../../../core/text/printable-name";
import type { Rulebook } from "../../library/entries/content-library";
import { rulebookPath } from "../../library/entries/rulebook-path";
import type { TextDocument } from "../../ports/documents";
import { ToolError } from "../../ports/tool-error";
import { isGlob } from "../../storage/finding/path-glob";
import { rulebookNamed } from "../kit/find-rulebook";
import type { ToolContext } from "../kit/tool";

/** A document and its outline. */
export type OpenMarkdown = { document: TextDocument; outline: Outline };

/**
 * Reads the document that `name` means: a file, else a rulebook of the library. For Office packages, folders and patterns it throws an error that
 * says what to do instead.
 */
export async function openMarkdown(name: string, ctx: ToolContext): Promise<OpenMarkdown> {
  const path = await locateMarkdown(name, ctx);
  const document = await readOrExplain(name, path, ctx);
  return { document, outline: parseOutline(document.text) };
}

/** The absolute path of a document. Throws for names that no `doc_*` tool can read. */
export async function locateMarkdown(name: string, ctx: ToolContext): Promise<string> {
  const office = officeFormatOf(name);
  if (office !== null)
    throw new ToolError(
      "unsupported",
      `${printableName(name)} is an Office package (${office}); doc_* tools read Markdown by its headings`,
      {
        hint: "Use read_file to read it by paragraph, office_artifact to edit it.",
      },
    );
  if (name.endsWith("/") || name.endsWith(sep)) throw folderError(name.slice(0, -1));
  return ctx.locate(name);
}

async function readOrExplain(name: string, path: string, ctx: ToolContext): Promise<TextDocument> {
  try {
    return await ctx.documents.read(path, ctx.caller.roots);
  } catch (error) {
    const rulebook = await rulebookInstead(error, name, ctx);
    if (rulebook !== null) return textOf(rulebook);
    throw await explainError(error, { name, path }, ctx);
  }
}

/** A document: the caller's name for it, and its path. */
type NamedPath = { name: string; path: string };

/** The rulebook that a name means if there is no such file. */
async function rulebookInstead(error: unknown, name: string, ctx: ToolContext): Promise<Rulebook | null> {
  const isMissing = error instanceof ToolError && error.code === "not_found";
  return isMissing ? rulebookNamed(name, ctx) : null;
}

const textOf = ({ document, text, version }: Rulebook): TextDocument => ({
  realPath: rulebookPath(document),
  text,
  version,
  encoding: "UTF-8",
  lineEnding: "LF",
  writable: false,
  warnings: [],
});

/** An error of reading a document, with advice for these tools. */
export async function explainError(error: unknown, { name, path }: NamedPath, ctx: ToolContext): Promise<unknown> {
  if (!(error instanceof ToolError)) return error;
  if (error.code === "not_found") {
    ctx.reads.forget(await ctx.documents.realPath(path, ctx.caller.roots));
    if (isGlob(name))
      return new ToolError("not_found", `${printableName(name)} does not exist`, {
        hint: "This tool works on one file. doc_toc and doc_find take patterns.",
      });
  }
  if (error.code === "unsupported" && (await ctx.files.isFolder(path))) return folderError(name);
  return error;
}

const folderError = (name: string): ToolError =>
  new ToolError("unsupported", `${printableName(name)} is a folder, not a file`, {
    hint: `doc_toc and doc_find take patterns: ${name}/**/*.md means the Markdown files in it.`,
  });

/** The error for a document that does not exist: edits never create one. */
export async function missingFile(name: string, path: string, ctx: ToolContext): Promise<unknown> {
  const failure = await ctx.documents.read(path, ctx.caller.roots).catch((error: unknown) => error);
  if ((await rulebookInstead(failure, name, ctx)) !== null)
    return new ToolError(
      "unsupported",
      `${printableName(name)} is a rulebook of the content library, which is only read`,
      {
        hint: "Edit its file, and add that again: galley library add FILE.",
      },
    );
  const known = await explainError(failure, { name, path }, ctx);
  return known instanceof ToolError ? known : new ToolError("not_found", `${printableName(name)} does not exist`);
}

/** The section that an address means. If it means none or several, throws an error worded as in the contract of the tools. */
export function requireSection(outline: Outline, address: string): SectionTarget {
  const found = findSection(outline, address);
  if (found.status === "found") return found.target;
  const { code, message, ...more } = addressError(found);
  throw new ToolError(code, message, more);
}
