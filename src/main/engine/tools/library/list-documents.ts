import { z } from "zod";
import type { LibraryDocument } from "../../library/entry";
import { defineTool } from "../tool";
import { counted } from "../words";

const mostRows = 200;

/** What is in the library. */
export const listDocuments = defineTool({
  name: "list_documents",
  title: "List the library's documents",
  description: `List the documents of the content library: what ships (srd-5e) and the packs and Markdown rulebooks that were added. Their keys are what the argument documents of the lookups and of \
search_dnd_content takes; a rulebook's key works in doc_toc, doc_read, doc_find and grep as well.`,
  changes: "nothing",
  answers: `\`documents\`: \`[{document, title, entry_count, kinds, source, license?, publisher?, credit?}]\`, most entries first. \`kinds\` are those that it has entries of; \`source\` is \`shipped\`, \`pack\` or \`markdown\`. \
\`message\` only where there is something to say of the library itself.`,
  input: z.strictObject({}),
  async run(_args, ctx) {
    const library = await ctx.library();
    const documents = library.documents();
    const notices = library.takeNotices();
    const count = counted(documents.length, "document");
    const more = documents.length > mostRows ? [`... and ${documents.length - mostRows} more, in data`] : [];
    return {
      message: [`The library has ${count}.`, ...notices, ...documents.slice(0, mostRows).map(rowOf), ...more].join(
        "\n",
      ),
      summary: `listed ${count} of the library`,
      data: { documents: documents.map(documentData), ...(notices.length > 0 && { message: notices.join(" ") }) },
    };
  },
});

const rowOf = ({ document, title, entryCount, kinds, license, publisher }: LibraryDocument): string =>
  [
    `${document}: ${title}, ${counted(entryCount, "entry").replace("entrys", "entries")} (${kinds.join(", ")})`,
    ...(publisher === null ? [] : [publisher]),
    ...(license === null ? [] : [license]),
  ].join("; ");

const documentData = ({ document, title, entryCount, kinds, source, license, publisher, credit }: LibraryDocument) => ({
  ...{ document, title, entry_count: entryCount, kinds, source },
  ...(license !== null && { license }),
  ...(publisher !== null && { publisher }),
  ...(credit !== null && { credit }),
});
