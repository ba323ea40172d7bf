import { languageDataProp } from "@codemirror/language";
import { EditorState, type Extension } from "@codemirror/state";
import { partTree } from "./part-tree";

/**
 * Language data at a position, such as the comment syntax: that of Markdown, or of the code around it. For texts
 * without a complete syntax tree.
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
