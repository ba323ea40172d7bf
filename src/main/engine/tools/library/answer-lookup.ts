import type { EntryKind } from "../../library/entries/entry";
import type { Condition, FlagCondition, NumberCondition, TextCondition } from "../../library/entries/entry-columns";
import type { ToolContext, ToolResult } from "../kit/tool";
import { emptyFilter, filterNote, readDocumentFilter } from "./document-filter";
import { entryData, entryRows } from "./entry-data";

/** The arguments that all lookups share. */
export type LookupQuery = {
  name?: string | undefined;
  documents?: string[] | null | undefined;
  limit: number;
};

/** Describes `data`, for every lookup. */
export const lookupAnswers = `\`results\`: \`[{document, kind, key, name, …fields, text}]\`, whole names first, then names that begin so, then the others, \
each by name, then document; \`count\` (how many there are here), \`total\` (how many match), \`message\` only where there is something to say of the document filter or of the library.`;

const names: Readonly<Record<string, readonly [one: string, many: string]>> = {
  spell: ["spell", "spells"],
  creature: ["creature", "creatures"],
  equipment: ["item", "items"],
  character_option: ["character option", "character options"],
  rule: ["rule", "rules"],
};

/** Looks up entries of one kind. All conditions apply together with name and documents; the limit is applied last. */
export async function answerLookup(
  kind: EntryKind,
  { name, documents, limit }: LookupQuery,
  conditions: readonly (Condition | null)[],
  ctx: Pick<ToolContext, "folderLibrary" | "documentsOff">,
): Promise<ToolResult> {
  const [one, many] = names[kind] ?? ["entry", "entries"];
  if (documents?.length === 0) {
    return {
      message: emptyFilter,
      summary: `found no ${many}`,
      data: { results: [], count: 0, total: 0, message: emptyFilter },
    };
  }
  const { library } = await ctx.folderLibrary(documents ?? null);
  const filter = readDocumentFilter(documents, library, await ctx.documentsOff());
  const { entries, total } = library.lookup({
    kind,
    name,
    limit,
    documents: filter.only,
    conditions: conditions.filter((condition) => condition !== null),
  });
  const notes = [...library.takeNotices(), filterNote(filter, total)].filter((note) => note !== null);
  const found = total === 0 ? `no ${many}` : `${total} ${total === 1 ? one : many}`;
  const shown =
    entries.length < total
      ? `; the first ${entries.length === 1 ? "one is" : `${entries.length} are`} shown, limit shows more`
      : "";
  const nothing = `No ${many} match. search_dnd_content forgives typing errors, and finds by meaning.`;
  return {
    message: [
      total === 0 ? nothing : `${total === 1 ? `1 ${one} matches` : `${total} ${many} match`}${shown}.`,
      ...notes,
      ...entryRows(entries),
    ].join("\n"),
    summary: `found ${found}`,
    data: {
      results: entries.map(entryData),
      count: entries.length,
      total,
      ...(notes.length > 0 && { message: notes.join(" ") }),
    },
  };
}

/** A condition on a text field; null if none is requested. */
export const mustBe = (column: TextCondition["column"], is: string | undefined): TextCondition | null =>
  is === undefined || is.trim() === "" ? null : { column, is };

/** A condition on a flag; null if none is requested. */
export const mustHold = (column: FlagCondition["column"], is: boolean | undefined): FlagCondition | null =>
  is === undefined ? null : { column, is };

/** Conditions on a number: exactly this, or from and to; null if none is requested. */
export function mustLie(
  column: NumberCondition["column"],
  { exactly, from, to }: { exactly?: number | undefined; from?: number | undefined; to?: number | undefined },
): (NumberCondition | null)[] {
  return [
    exactly === undefined ? null : { column, from: exactly, to: exactly },
    from === undefined && to === undefined ? null : { column, from, to },
  ];
}
