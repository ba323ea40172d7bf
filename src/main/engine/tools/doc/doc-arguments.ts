import { z } from "zod";

/** Arguments that several `doc_*` tools share, with one description. */

/** One document. */
export const oneFile = z
  .string()
  .describe(
    "The Markdown file, relative to the workspace folder, or absolute inside it. Plain text is read as Markdown.",
  );

/** One document that is only read. */
export const oneReadFile = z
  .string()
  .describe(
    "The Markdown file, relative to the workspace folder, or absolute inside it; else the key of a rulebook in the library. Plain text is read as Markdown.",
  );

/** One document, a pattern, or a list of both. */
export const anyFiles = z
  .union([z.string(), z.array(z.string())])
  .describe(
    "A file, a glob such as docs/**/*.md, the key of a rulebook in the library, or a list of these. Globs take Markdown files, or the ending they name; hidden and git-ignored files are left out.",
  );

/** How a section is addressed. */
export const sectionAddress = z
  .string()
  .describe(
    "Which section: its path from doc_toc (requirements/auth), @48 (the line of its heading), #0/#1 (positions from 0), @frontmatter, or its title or a part of it, if only one fits.",
  );

/** Whether an edit or a read includes the sub-sections. */
export const includeChildren = z
  .boolean()
  .default(true)
  .describe("Whether the sub-sections belong to it. false: the heading and its own text only.");

/** The version that an edit is based on. */
export const baseVersion = z
  .string()
  .optional()
  .describe(
    "The version this is based on, from an earlier answer; else your last read counts. The edit goes ahead if the section is still as it was there.",
  );

/** An edit that is only previewed. */
export const dryRun = z
  .boolean()
  .default(false)
  .describe("true: answer with the unified diff of what would change, and write nothing.");

/** The document filter of every tool that searches many documents. */
export const documentFilter = z
  .array(z.string())
  .nullable()
  .optional()
  .describe(
    "Only these documents: paths or globs in the workspace, or keys of the library's Markdown rulebooks. Absent or null: no filter. []: an empty result.",
  );
