import { languageDataProp } from "@codemirror/language";
import { EditorState, type Extension } from "@codemirror/state";
import { partTree } from "./live/part-tree";

/**
 * What the languages in a text say of themselves where a place is, such as how its comments look: Markdown, or that of the
 * code around it. For texts that have no tree of their own.
 */
export const localLanguage: Extension = EditorState.languageData.of((state, at, side) => {
  const line = state.doc.lineAt(at);
  const part = partTree(state, line.from, line.to);
  for (let node = part?.tree.resolveInner(at - part.offset, side) ?? null; node; node = node.parent) {
    const data = node.type.isTop ? node.type.prop(languageDataProp) : undefined;
    if (data) return [...state.facet(data)];
  }
  return [];
});
