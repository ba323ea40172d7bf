import type { NoteTemplate } from "../../../shared/notes";
import { topMatches } from "../../ui/best-of";
import { candidate, matchOf, queryWords } from "../../ui/fuzzy";
import { MAX_PALETTE_ITEMS } from "../../ui/limits";
import { type PaletteResults, plainItem } from "./item";
import { paletteMessages } from "./messages";

/** The templates that match `text`, best first; without text all, by name. */
export function templateItems(
  text: string,
  { folder, templates }: { folder: string; templates: readonly NoteTemplate[] },
  pick: (template: NoteTemplate) => unknown,
): PaletteResults {
  const t = paletteMessages;
  if (templates.length === 0) return { items: [], count: 0, status: t.noTemplates(folder), start: 0 };
  const words = queryWords(text);
  const named = templates.map((template) => ({ template, name: candidate(template.name, "words") }));
  const score = (at: number) =>
    words.length === 0 ? -at : (matchOf(named[at]?.name ?? candidate("", "words"), words)?.score ?? null);
  const { indexes, count } = topMatches(named.length, MAX_PALETTE_ITEMS, score);
  const items = indexes.flatMap((at) => {
    const { template, name } = named[at] ?? {};
    if (template === undefined || name === undefined) return [];
    const marks = words.length === 0 ? [] : (matchOf(name, words)?.positions ?? []);
    return [{ ...plainItem(template.path, template.name, () => pick(template)), marks }];
  });
  return { items, count, status: count === 0 ? t.nothing : null, start: 0 };
}
