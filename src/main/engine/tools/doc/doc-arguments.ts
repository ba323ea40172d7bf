import { z } from "zod";

/** Arguments that several `doc_*` tools share, with one description. */

/** One document. */
export const oneFile = z.string().describe("Markdown file");

/** One document that is only read. */
export const oneReadFile = z.string().describe("Or a rulebook's key");

/** One document, a pattern, or a list of both. */
export const anyFiles = z.union([z.string(), z.array(z.string())]).describe("Files, globs, rulebooks");

/** How a section is addressed. */
export const sectionAddress = z
  .string()
  .describe("Path from doc_toc, @48 (heading's line), #0/#1, @frontmatter, part of the title");

/** The same, with its forms described at `doc_read`. */
export const otherSection = z.string().describe("As in doc_read");

/** Whether an edit or a read includes the sub-sections. */
export const includeChildren = z.boolean().default(true).describe("false: own text only");

/** Whether an edit includes the sub-sections. */
export const changesChildren = z.boolean().default(true).describe("false: they stay");

/** The version that an edit is based on. */
export const baseVersion = z.string().optional().describe("Base");

/** The document filter of every tool that searches many documents. */
export const documentFilter = z.array(z.string()).nullable().optional().describe("Filter");

/** The tokens of text in an answer. */
export const maxTokens = z.int().min(1).optional().describe("Budget");
