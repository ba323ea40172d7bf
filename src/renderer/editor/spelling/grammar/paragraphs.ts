import type { EditorState } from "@codemirror/state";
import { NOT_PROSE } from "../../syntax/not-prose";
import { partTree } from "../../syntax/part-tree";
import { findFrontMatter, frontMatter } from "../../text/front-matter";

/** A paragraph of prose: its source, and the parts of it that are not prose, such as code, relative to its beginning. */
export type ProseParagraph = { from: number; text: string; skipped: { from: number; to: number }[] };

/** The paragraphs between two positions, also those in lists and quotes. Headings and tables are not sentences. */
export function paragraphsToCheck(state: EditorState, from: number, to: number): ProseParagraph[] {
  const front = state.field(frontMatter, false) ?? findFrontMatter(state.doc);
  const start = Math.max(from, front > 0 ? front + 1 : 0);
  const part = start < to ? partTree(state, start, to) : null;
  if (!part) return [];
  const found: ProseParagraph[] = [];
  part.tree.iterate({
    from: Math.max(0, start - part.offset),
    to: to - part.offset,
    enter: (node) => {
      if (node.name !== "Paragraph" && node.name !== "Task")
        return !NOT_PROSE.has(node.name) && !/^(?:Table|ATX|Setext)/.test(node.name);
      const paragraph = { from: node.from + part.offset, to: node.to + part.offset };
      const skipped: ProseParagraph["skipped"] = [];
      node.node.cursor().iterate((inner) => {
        if (!NOT_PROSE.has(inner.name)) return true;
        skipped.push({ from: inner.from - node.from, to: inner.to - node.from });
        return false;
      });
      found.push({ from: paragraph.from, text: state.sliceDoc(paragraph.from, paragraph.to), skipped });
      return false;
    },
  });
  return found;
}
