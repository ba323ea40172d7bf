import { z } from "zod";
import { readSection } from "../../../../core/markdown/section-edits";
import { printableName } from "../../../../core/text/printable-name";
import { nameOf, pluralize } from "../kit/sentences";
import { defineTool } from "../kit/tool";
import { maxTokens, oneReadFile } from "./doc-arguments";
import { openMarkdown, requireSection } from "./open-markdown";
import { sawSections } from "./saw-sections";
import { SECTION_BUDGET, sectionMessage } from "./section-message";

const MAX_SECTIONS = 200;

/** Reads several sections of one document in one answer. */
export const docReadMany = defineTool({
  name: "doc_read_many",
  set: "documents",
  aliases: ["invar_doc_read_many"],
  title: "Read several sections",
  description: `Read several sections; one bad address refuses all.`,
  changes: "nothing",
  answers: `\`sections\` (\`[{path, requested, content, line_start, line_end}]\`, in the order asked), \`version\`; \`warnings\` only where there are any.`,
  input: z.strictObject({
    file: oneReadFile,
    sections: z.array(z.string()).max(MAX_SECTIONS).describe("As in doc_read"),
    max_tokens: maxTokens,
  }),
  async run({ file, sections, max_tokens = SECTION_BUDGET }, ctx) {
    const { document, outline } = await openMarkdown(file, ctx);
    const read = sections.map((requested) => {
      const target = requireSection(outline, requested);
      return { requested, target, ...readSection(document.text, outline, target, { includeChildren: true }) };
    });
    let left = max_tokens;
    const shown = read.map(({ requested: _, target, ...section }) => {
      const { text, seen, tokens } = sectionMessage(file, section, left);
      left = Math.max(0, left - tokens);
      return { text, target, includeChildren: true, read: section, seen };
    });
    await sawSections({ document, outline }, shown, ctx);
    const count = pluralize(read.length, "section");
    return {
      message: [
        `${printableName(file)} ${count}`,
        ...document.warnings.map((warning) => `warning: ${warning}`),
        ...shown.flatMap(({ text }) => ["", text]),
      ].join("\n"),
      summary: `read ${count} of ${nameOf(file)}`,
      data: {
        sections: read.map(({ path, requested, content, lineStart, lineEnd }) => ({
          path,
          requested,
          content,
          line_start: lineStart,
          line_end: lineEnd,
        })),
        version: document.version,
        ...(document.warnings.length > 0 && { warnings: document.warnings }),
      },
    };
  },
});
