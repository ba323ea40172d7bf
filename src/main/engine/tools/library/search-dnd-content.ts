import { z } from "zod";
import type { LookupResult } from "../../library/entries/content-library";
import { entryKinds, isKnownKind } from "../../library/entries/entry";
import type { LibraryReader } from "../../library/folder/folder-library";
import type { ContentSearchResult, FoundEntry } from "../../library/search/content-search";
import { pluralize } from "../kit/sentences";
import { defineTool, type ToolResult } from "../kit/tool";
import { declaredConditions, declaredKinds, wantedFields } from "./declared-kinds";
import { emptyFilter, filterNote, readDocumentFilter } from "./document-filter";
import { entryData } from "./entry-data";
import { inList } from "./in-list";
import { documentKeys, resultLimit } from "./library-arguments";

/** The maximum number of characters of an entry's text in a row of the message. */
const MAX_TEXT = 240;
const MAX_ROWS = 50;

const nothingFound: ContentSearchResult = { entries: [], total: 0, weak: 0, notes: [] };
const onlyWeak = "Nothing near was found: these have little in common with the query.";
const noTypes = "No results match the content types: the list is empty.";

/** Searches entries of all kinds by words, tolerating typing errors, and by meaning. */
export const searchDndContent = defineTool({
  name: "search_dnd_content",
  set: "library",
  title: "Search the content library",
  description: `Search the content library (srd-5e and what was added) by name, words or meaning; misspelling is forgiven. For known names, levels and ratings the lookup_ tools are exact.`,
  changes: "nothing",
  answers: `\`results\`: \`[{document, kind, key, name, …fields, text, score, weak?}]\`, the best first, \`weak\` where little is in common with the query; \`count\` (how many there are here), \`total\` (how many match), \`message\` only where there is something \
to say: unknown documents or content types, meanings that are still being worked out.`,
  input: z.strictObject({
    query: z.string().describe("Name, words or question"),
    content_types: z
      .array(z.string())
      .nullable()
      .optional()
      .describe(`${entryKinds.join(", ")} or declared`),
    fields: wantedFields.optional().describe('Declared ones: {"colour": "red", "price": {"to": 9}}'),
    documents: documentKeys,
    enable_fuzzy: z.boolean().default(true).describe("Forgive misspelling"),
    enable_semantic: z.boolean().default(true).describe("Find by meaning"),
    limit: resultLimit,
  }),
  async run({ query, content_types, fields, documents, enable_fuzzy, enable_semantic, limit }, ctx) {
    if (documents?.length === 0) return answer(nothingFound, [emptyFilter]);
    if (content_types?.length === 0) return answer(nothingFound, [noTypes]);
    const { library, search } = await ctx.folderLibrary(documents ?? null);
    const filter = readDocumentFilter(documents, library, await ctx.documentsOff());
    const { kinds, unknown } = readContentTypes(content_types, library);
    const nothing = filter.only?.length === 0 || kinds?.length === 0;
    const conditions = nothing ? [] : declaredConditions(library, { kinds, fields, documents: filter.only });
    // Without a question, declared kinds and fields are a lookup.
    const isLookup =
      query.trim() === "" && (conditions.length > 0 || kinds?.some((kind) => !isKnownKind(kind)) === true);
    const found = nothing
      ? nothingFound
      : isLookup
        ? lookedUp(library.withFields({ kinds, conditions, documents: filter.only, limit }))
        : await (await search()).search({
            query,
            kinds,
            limit,
            fields: conditions,
            documents: filter.only,
            fuzzy: enable_fuzzy,
            semantic: enable_semantic,
            signal: ctx.signal,
          });
    const notes = [...library.takeNotices(), filterNote(filter, found.total), unknown, ...found.notes];
    if (found.total > 0 && found.weak === found.total) notes.push(onlyWeak);
    return answer(
      found,
      notes.filter((note) => note !== null),
    );
  },
});

const lookedUp = ({ entries, total }: LookupResult): ContentSearchResult => ({
  entries: entries.map((entry) => ({ ...entry, score: 1, isWeak: false })),
  total,
  weak: 0,
  notes: [],
});

/** The requested kinds, without duplicates; unknown kinds are reported. */
function readContentTypes(types: readonly string[] | null | undefined, library: LibraryReader) {
  if (types === null || types === undefined) return { kinds: null, unknown: null };
  const wantedTypes = [...new Set(types.map((type) => type.trim().toLowerCase()))];
  const known = [...entryKinds, ...declaredKinds(library)];
  const unknown = wantedTypes.filter((type) => !known.includes(type));
  return {
    kinds: known.filter((kind) => wantedTypes.includes(kind)),
    unknown: unknown.length === 0 ? null : `Unknown content types: ${inList(unknown)}; known are ${inList(known)}.`,
  };
}

function answer({ entries, total, weak }: ContentSearchResult, notes: readonly string[]): ToolResult {
  const shown = entries.length < total ? `; the best ${entries.length} are shown, limit shows more` : "";
  const ofWeak = weak > 0 && weak < total ? `, ${weak} of them weak` : "";
  const rows = entries.slice(0, MAX_ROWS).map(rowOf);
  if (entries.length > MAX_ROWS) rows.push(`... and ${entries.length - MAX_ROWS} more; a narrower query shows them`);
  return {
    message: [
      total === 0 ? "Nothing was found." : `${pluralize(total, "result")}${ofWeak}${shown}.`,
      ...notes,
      ...rows,
      ...(rows.length > 0 ? ["The lookup tools have the whole texts."] : []),
    ].join("\n"),
    summary: total === 0 ? "found nothing in the library" : `found ${pluralize(total, "result")} in the library`,
    data: {
      results: entries.map((entry) => ({
        ...entryData(entry),
        score: Math.round(entry.score * 100) / 100,
        ...(entry.isWeak && { weak: true }),
      })),
      count: entries.length,
      total,
      ...(notes.length > 0 && { message: notes.join(" ") }),
    },
  };
}

function rowOf({ document, kind, key, name, text, isWeak }: FoundEntry): string {
  const plain = text.replace(/\s+/g, " ").trim();
  const cropped = plain.length > MAX_TEXT ? `${plain.slice(0, MAX_TEXT - 3).toWellFormed()}...` : plain;
  return `${name} [${document} · ${kind} · ${key}${isWeak ? " · weak" : ""}] ${cropped}`.trimEnd();
}
