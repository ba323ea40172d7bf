import { z } from "zod";
import { readSection } from "../../../../core/markdown/section-edits";
import { nameOf } from "../kit/sentences";
import { defineTool } from "../kit/tool";
import { includeChildren, maxTokens, oneReadFile, sectionAddress } from "./doc-arguments";
import { openMarkdown, requireSection } from "./open-markdown";
import { sawSections } from "./saw-sections";
import { SECTION_BUDGET, sectionMessage, sectionsBelow } from "./section-message";
import { shownTitle } from "./shown-names";

/** Reads one section. */
export const docRead = defineTool({
  name: "doc_read",
  set: "documents",
  aliases: ["invar_doc_read"],
  title: "Read a section",
  description: `Read one section: far cheaper than the file.`,
  changes: "nothing",
  answers: `\`path\` (the section's own), \`requested\` (the address as given), \`content\`, \`line_start\`, \`line_end\`, \`version\`; \`warnings\` only where there are any.`,
  input: z.strictObject({
    file: oneReadFile,
    section: sectionAddress,
    include_children: includeChildren,
    max_tokens: maxTokens,
  }),
  async run({ file, section, include_children, max_tokens = SECTION_BUDGET }, ctx) {
    const { document, outline } = await openMarkdown(file, ctx);
    const target = requireSection(outline, section);
    const read = readSection(document.text, outline, target, { includeChildren: include_children });
    const shown = sectionMessage(file, read, max_tokens);
    const asShown = { target, includeChildren: include_children, read, seen: shown.seen };
    await sawSections({ document, outline }, [asShown], ctx);
    const below = include_children ? [] : sectionsBelow(document.text, target);
    return {
      message: [...document.warnings.map((warning) => `warning: ${warning}`), shown.text, ...below].join("\n"),
      summary: `read ${shownTitle(target)} of ${nameOf(file)}`,
      data: {
        path: read.path,
        requested: section,
        content: read.content,
        line_start: read.lineStart,
        line_end: read.lineEnd,
        version: document.version,
        ...(document.warnings.length > 0 && { warnings: document.warnings }),
      },
    };
  },
});
