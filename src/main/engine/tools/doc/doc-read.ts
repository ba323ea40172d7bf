import { z } from "zod";
import { readSection } from "../../../../core/markdown/section-edits";
import { nameOf } from "../kit/sentences";
import { defineTool } from "../kit/tool";
import { includeChildren, oneReadFile, sectionAddress } from "./doc-arguments";
import { openMarkdown, requireSection } from "./open-markdown";
import { sawSections } from "./saw-sections";
import { sectionMessage, sectionsBelow } from "./section-message";
import { shownTitle } from "./shown-names";

/** Reads one section. */
export const docRead = defineTool({
  name: "doc_read",
  aliases: ["invar_doc_read"],
  title: "Read a section",
  description: `Read one section of a Markdown document, heading included, and nothing else: far cheaper than the whole file. Take the address from doc_toc. \
With include_children: false it is the section's own text, and the message lists what is below it: the way into a long chapter that the outline folds. \
A title that fits several sections is refused with the list of them. @frontmatter reads the front matter with its fences.`,
  changes: "nothing",
  answers: `\`path\` (the section's own), \`requested\` (the address as given), \`content\`, \`line_start\`, \`line_end\`, \`version\`; \`warnings\` only where there are any.`,
  input: z.strictObject({ file: oneReadFile, section: sectionAddress, include_children: includeChildren }),
  async run({ file, section, include_children }, ctx) {
    const { document, outline } = await openMarkdown(file, ctx);
    const target = requireSection(outline, section);
    const read = readSection(document.text, outline, target, { includeChildren: include_children });
    const shown = sectionMessage(file, read);
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
