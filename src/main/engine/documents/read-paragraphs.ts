import { basename } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Paragraph, readParagraphs, startParagraphReader } from "../../../core/markdown/paragraphs";
import { formatOf, officeFormatOf } from "../../../core/text/format";
import type { Rulebook } from "../library/entries/content-library";
import { rulebookAt, rulebookPath } from "../library/entries/rulebook-path";
import type { Packages } from "../office/jobs/packages";
import { unpackText } from "../office/jobs/packed-text";
import type { PackageText } from "../office/text/office-paragraphs";
import { packageChanges } from "../office/text/package-changes";
import type { Asker, Documents } from "../ports/documents";
import { MAX_PACKAGE_PIECES, MAX_PACKAGE_TEXT } from "../ports/limits";
import type { ParagraphIds } from "../ports/paragraph-ids";
import { ToolError } from "../ports/tool-error";

/** A document split into paragraphs, whatever its format. */
export type ParagraphDocument = {
  realPath: string;
  /** SHA-256 of the file's bytes. */
  version: string;
  /** Markdown and text unchanged; of an Office package the texts of its paragraphs, each on its own lines. */
  text: string;
  paragraphs: readonly Paragraph[];
  /** The names that the file itself gives its paragraphs; null for a paragraph without one. */
  ownNames: readonly (string | null)[];
  warnings: string[];
  /** Whether the text was too long to be read completely; `text` is then the beginning. */
  isCut: boolean;
};

/** How one caller reads documents by paragraph. */
export type ParagraphReader = {
  /** Reads Markdown, text and Office packages, including unsaved edits. Throws as `Documents.read` does, and for damaged packages. */
  read(path: string, which?: "one of many"): Promise<ParagraphDocument>;
  /** An id for each paragraph, in order. The ids are the same for every caller, and after a restart. */
  idsOf(document: ParagraphDocument): Promise<string[]>;
  /** An edit of a package landed: the ids follow it exactly. */
  handleEdit(edit: PackageEdit): void;
};

/** An Office package before and after an edit. */
export type PackageEdit = {
  realPath: string;
  from: { version: string; content: PackageText };
  to: { version: string; content: PackageText };
  /** Whether paragraphs were moved, so that as many as before does not mean that each stayed at its position. */
  isMoved?: boolean;
};

/** What a paragraph reader needs. */
export type ParagraphReaderDeps = {
  documents: Documents;
  ids: ParagraphIds;
  packages: Packages;
  roots: readonly string[];
  signal?: AbortSignal;
  /** Default: `tool`. With `person`, texts are read as they are saved, without unsaved edits. */
  asker?: Asker;
  /** Finds a rulebook of the library; none by default. */
  rulebook?: (document: string) => Promise<Rulebook | null>;
};

/** The reader for one caller. */
export function createParagraphReader({
  documents,
  ids,
  packages,
  roots,
  signal,
  asker = "tool",
  rulebook = async () => null,
}: ParagraphReaderDeps): ParagraphReader {
  return {
    async read(path, which) {
      const key = rulebookAt(path);
      if (key !== null) return paragraphsOfRulebook(key, await rulebook(key));
      const office = officeFormatOf(path);
      if (office === null) {
        const { realPath, version, text, warnings } = await documents.read(path, roots, asker);
        const format = formatOf(realPath);
        let found: readonly Paragraph[] | null = text.length > CHUNK_LENGTH ? await paragraphsOf(text, format) : null;
        return {
          realPath,
          version,
          text,
          warnings,
          ownNames: [],
          isCut: false,
          // Computed on demand, because a search may not need them; a long text was already split above, without blocking.
          get paragraphs() {
            found ??= readParagraphs(text, format);
            return found;
          },
        };
      }
      const { realPath, version, bytes } = await documents.readBytes(path, roots);
      const file = { bytes, format: office, name: basename(path), most: "beginning" } as const;
      const content = await unpackText(
        await packages.run("text", file, { signal, isOneOfMany: which === "one of many" }),
      );
      const warnings = content.isCut ? [beginningOnly] : [];
      return { realPath, version, warnings, ...content };
    },
    idsOf: (document) => ids.idsOf(document),
    handleEdit({ realPath, from, to, isMoved = false }) {
      ids.handleEdit({
        realPath,
        from: from.version,
        to: to.version,
        size: to.content.text.length,
        changes: packageChanges(from.content, to.content, isMoved),
        ownNames: to.content.ownNames,
        paragraphs: () => to.content.paragraphs,
      });
    },
  };
}

const beginningOnly = `this document has more than ${MAX_PACKAGE_TEXT.toLocaleString("en")} characters or ${MAX_PACKAGE_PIECES.toLocaleString("en")} paragraphs, with each repeat and reference counted; only the beginning is read`;

async function paragraphsOfRulebook(key: string, found: Rulebook | null): Promise<ParagraphDocument> {
  if (found === null) throw new ToolError("not_found", `the library has no rulebook with the key ${key}`);
  const { text, version, document } = found;
  const paragraphs = await paragraphsOf(text, "markdown");
  return { realPath: rulebookPath(document), version, text, paragraphs, warnings: [], ownNames: [], isCut: false };
}

/** Characters that are split in one step. A step takes some milliseconds; other work runs in between. */
const CHUNK_LENGTH = 1_000_000;

/** The paragraphs of a text. A long text is split in steps, so that other work can run in between. */
export async function paragraphsOf(text: string, format: "markdown" | "text"): Promise<Paragraph[]> {
  if (text.length <= CHUNK_LENGTH) return readParagraphs(text, format);
  const reader = startParagraphReader(text, format);
  for (let limit = CHUNK_LENGTH; reader.readTo(limit); limit += CHUNK_LENGTH) await nextTurn();
  return reader.finish();
}

/** Makes the ids follow every edit that lands in this process. */
export function followEdits(documents: Documents, ids: ParagraphIds): void {
  documents.onChange(({ realPath, from, to, changes, text }) => {
    if (from === null) return;
    ids.handleEdit({
      realPath,
      from,
      to,
      changes,
      size: text.length,
      paragraphs: () => readParagraphs(text, formatOf(realPath)),
      paragraphsInTurns: () => paragraphsOf(text, formatOf(realPath)),
    });
  });
}
