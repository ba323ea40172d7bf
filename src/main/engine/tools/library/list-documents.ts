import { z } from "zod";
import type { LibraryDocument } from "../../library/entries/entry";
import { folded } from "../../library/entries/folded";
import { pluralize } from "../kit/sentences";
import { defineTool } from "../kit/tool";
import { documentRow, documentsData } from "./document-data";
import { inList } from "./in-list";

const MAX_ROWS = 200;

/** Lists the documents of the library. */
export const listDocuments = defineTool({
  name: "list_documents",
  set: "library",
  title: "List the library's documents",
  description: `The documents of the content library and their keys, which documents takes; a rulebook's key works in doc_toc, doc_read, doc_find and grep too.`,
  changes: "nothing",
  answers: `\`documents\`: \`[{document, title, entry_count, kinds, source, license?, publisher?, credit?, declares?, off?}]\`, most entries first. \`kinds\` are those that it has entries of; \`source\` is \`shipped\`, \`pack\`, \`markdown\` or \`folder\` (entries in Markdown files of this folder, each with its \`file\`); \`declares\` has kinds beside Galley's own, \`[{kind, name, fields: [{field, type, label?, unit?, offers?}]}]\`, for the argument \`fields\` of \`search_dnd_content\`; \`off\` marks what the user switched off in this folder. \
\`message\` only where there is something to say of the library itself.`,
  input: z.strictObject({}),
  async run(_args, ctx) {
    const { library } = await ctx.folderLibrary(null);
    const documents = library.documents();
    const off = await ctx.documentsOff();
    const isOff = ({ document }: LibraryDocument) => off.has(folded(document));
    const { data, cut } = documentsData(documents);
    const notices = [
      ...library.takeNotices(),
      ...(cut.length === 0 ? [] : [`The declarations of these do not fit here: ${inList(cut)}.`]),
    ];
    const count = pluralize(documents.length, "document");
    const more = documents.length > MAX_ROWS ? [`... and ${documents.length - MAX_ROWS} more`] : [];
    return {
      message: [
        `The library has ${count}.`,
        ...notices,
        ...documents
          .slice(0, MAX_ROWS)
          .map((each) => `${documentRow(each)}${isOff(each) ? "; switched off in this folder" : ""}`),
        ...more,
      ].join("\n"),
      summary: `listed ${count} of the library`,
      data: {
        documents: documents.map((each, at) => ({ ...data[at], ...(isOff(each) && { off: true }) })),
        ...(notices.length > 0 && { message: notices.join(" ") }),
      },
    };
  },
});
