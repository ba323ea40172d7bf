import { SearchQuery, searchPanelOpen, setSearchQuery } from "@codemirror/search";
import { type EditorState, type Extension, StateEffect, StateField, type TransactionSpec } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";

/** The part of the text that is searched: the selection when the search was limited to it. */
type Scope = { from: number; to: number };

const setScope = StateEffect.define<Scope | null>();

/** It follows edits; what is inserted at its ends by replacing is inside. */
const scopeField = StateField.define<Scope | null>({
  create: () => null,
  update(scope, { changes, effects, docChanged }) {
    let next = scope;
    if (next && docChanged) next = { from: changes.mapPos(next.from, -1), to: changes.mapPos(next.to, 1) };
    for (const effect of effects) if (effect.is(setScope)) next = effect.value;
    return next;
  },
  provide: (field) =>
    EditorView.decorations.from(field, (scope) =>
      scope && scope.from < scope.to ? Decoration.set(inScopeMark.range(scope.from, scope.to)) : Decoration.none,
    ),
});

const inScopeMark = Decoration.mark({ class: "cm-search-scope" });

const isInScope = (_match: string, state: EditorState, from: number, to: number): boolean => {
  const scope = state.field(scopeField, false);
  return !scope || (from >= scope.from && to <= scope.to);
};

/** What is searched: the whole text if null. */
export const findScope = (state: EditorState): Scope | null => state.field(scopeField, false) ?? null;

/** What a query of the find bar is made of. */
type QueryParts = Pick<SearchQuery, "search"> &
  Partial<Pick<SearchQuery, "replace" | "caseSensitive" | "wholeWord" | "regexp">>;

/**
 * A query of the find bar. In a replacement for an expression `\n` is a line break and `\t` a tab; other texts mean what
 * they say. With `scope` only matches inside it count.
 */
export const queryOf = (
  { search, replace = "", caseSensitive = false, wholeWord = false, regexp = false }: QueryParts,
  scope: Scope | null,
): SearchQuery =>
  new SearchQuery({
    search,
    replace,
    caseSensitive,
    wholeWord,
    regexp,
    literal: !regexp,
    ...(scope ? { test: isInScope } : {}),
  });

/** Limits the search to the selection, or to nothing. Null if there is no selection to limit it to. */
export function limitToSelection(state: EditorState, query: SearchQuery, isOn: boolean): TransactionSpec | null {
  const { from, to } = state.selection.main;
  const scope = isOn && from < to ? { from, to } : null;
  if (isOn && !scope) return null;
  return { effects: [setScope.of(scope), setSearchQuery.of(queryOf(query, scope))] };
}

/** A search that is limited to a selection ends with the find bar. */
const endsWithPanel = EditorView.updateListener.of(({ startState, state, view }) => {
  if (!findScope(state) || !searchPanelOpen(startState) || searchPanelOpen(state)) return;
  queueMicrotask(() => {
    if (findScope(view.state) && !searchPanelOpen(view.state)) view.dispatch({ effects: setScope.of(null) });
  });
});

/** Lets the search be limited to a selection. */
export const findScopes: Extension = [scopeField, endsWithPanel];
