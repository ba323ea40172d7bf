import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { foldTag, isTagName } from "../../../core/tags/tags";
import type { TagCount } from "../../../shared/note-index";
import { topMatches } from "../../ui/best-of";
import { candidate, containsAllWords, matchOf, queryWords, scoreOf } from "../../ui/fuzzy";
import type { Shell } from "../../workbench/api/shell";
import { linkMessages } from "./messages";

const MAX_OPTIONS = 50;

/** How long the tags are used again, in milliseconds: about the time to type one. */
const MAX_AGE_MS = 3000;

/** The tag before the cursor, without its `#`, at the beginning of a word; null if none is being typed. */
export function partialTagAt(before: string): { typed: string; isAtStart: boolean } | null {
  const found = /(^|\s)#([^\s#]*)$/u.exec(before.slice(-220));
  const typed = found?.[2] ?? null;
  // `work/` is the beginning of a tag.
  if (typed === null || (typed !== "" && !isTagName(`${typed.replace(/\/$/, "")}a`))) return null;
  return { typed, isAtStart: before.trimStart() === `#${typed}` };
}

/** Completes tags from those of the folder, the most used first. `isElsewhere`: the cursor is in code, a link or the like. */
export function tagCompletion(
  { bridge, workspace }: Pick<Shell, "bridge" | "workspace">,
  isElsewhere: (context: CompletionContext) => boolean,
) {
  let known: { root: string; at: number; tags: Promise<readonly TagCount[]> } | null = null;
  const list = (root: string) => {
    const now = performance.now();
    if (known?.root !== root || now - known.at > MAX_AGE_MS) {
      const tags = bridge.request("index:tags", "changed").then((answer) => (answer.ok ? answer.tags : []));
      known = { root, at: now, tags };
    }
    return known.tags;
  };

  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const { state, pos } = context;
    const root = workspace.$root.get();
    const line = state.doc.lineAt(pos);
    const written = root === null ? null : partialTagAt(state.sliceDoc(line.from, pos));
    if (root === null || written === null || isElsewhere(context)) return null;
    // At the start of a line a `#` alone usually begins a heading.
    if (written.typed === "" && written.isAtStart && !context.explicit) return null;
    const tags = await list(root);
    return context.aborted ? null : resultOf(tags, written.typed, pos);
  };
}

function resultOf(tags: readonly TagCount[], typed: string, pos: number): CompletionResult | null {
  const words = queryWords(typed);
  // The tag itself is in the list as soon as it is saved.
  const offered = tags.filter(({ name, count }) => count > 1 || foldTag(name) !== foldTag(typed));
  const entries = offered.map(({ name }) => candidate(name, "words"));
  const best = topMatches(entries.length, MAX_OPTIONS, (index) => {
    const entry = entries[index];
    const uses = Math.log2(1 + (offered[index]?.count ?? 0));
    if (!entry || (words.length > 0 && !containsAllWords(entry, words))) return null;
    const score = words.length === 0 ? 0 : scoreOf(entry, words);
    return score === null ? null : score + uses;
  });
  const marks = new Map<Completion, number[]>();
  const options = best.indexes.flatMap((found, index): Completion[] => {
    const tag = offered[found];
    const entry = entries[found];
    if (!tag || !entry) return [];
    const completion: Completion = {
      label: tag.name,
      detail: linkMessages.tagUses(tag.count),
      type: "tag",
      boost: -index,
    };
    const positions = words.length === 0 ? [] : (matchOf(entry, words)?.positions ?? []);
    marks.set(
      completion,
      positions.flatMap((position) => [position, position + 1]),
    );
    return [completion];
  });
  if (options.length === 0) return null;
  const update: CompletionResult["update"] = (_current, _from, _to, later) => {
    const line = later.state.doc.lineAt(later.pos);
    const next = partialTagAt(later.state.sliceDoc(line.from, later.pos));
    return next === null ? null : resultOf(tags, next.typed, later.pos);
  };
  return {
    from: pos - typed.length,
    options,
    filter: false,
    getMatch: (completion) => marks.get(completion) ?? [],
    update,
  };
}
