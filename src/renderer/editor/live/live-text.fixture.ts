import { markdown, markdownLanguage } from "@codemirror/lang-markdown";
import { ensureSyntaxTree } from "@codemirror/language";
import { EditorSelection, EditorState, type Extension } from "@codemirror/state";
import { markdownSyntax } from "../syntax/markdown-syntax";
import { parsesLocally, partTree } from "../syntax/part-tree";
import { attention } from "../text/attention";
import { toText } from "../text/change-sets";
import { frontMatter } from "../text/front-matter";
import { blocks } from "./blocks";
import { definitions } from "./definitions";
import { liveMarks } from "./marks";
import { region } from "./region";
import { tableDecorations } from "./table-marks";
import { tables } from "./tables";

/** A live preview without DOM. `‸` in the text is a cursor, `⟨` and `⟩` enclose a selection. */
export function liveState(written: string, ...more: Extension[]): EditorState {
  let doc = "";
  const ranges = [];
  let anchor = -1;
  for (const character of written) {
    if (character === "‸") ranges.push(EditorSelection.cursor(doc.length));
    else if (character === "⟨") anchor = doc.length;
    else if (character === "⟩") ranges.push(EditorSelection.range(anchor, doc.length));
    else doc += character;
  }
  const base = EditorState.create({
    doc: toText(doc),
    // Far from all other text, unless a selection is given.
    selection: EditorSelection.create(ranges.length > 0 ? ranges : [EditorSelection.cursor(doc.length)]),
    extensions: [
      EditorState.allowMultipleSelections.of(true),
      markdown({ base: markdownLanguage, extensions: markdownSyntax }),
      frontMatter,
      attention,
      definitions,
      region,
      blocks,
      tables,
      ...more,
    ],
  });
  ensureSyntaxTree(base, base.doc.length, 5000);
  return base.update({}).state;
}

/** The visible text: without hidden ranges, with `[widgets]` by their class names, and `¦` behind each cell of a table. */
export function seen(state: EditorState): string {
  const end = state.doc.length;
  const isLocal = state.facet(parsesLocally);
  const part = isLocal ? partTree(state, 0, end) : { tree: ensureSyntaxTree(state, end, 5000), offset: 0 };
  // A giant line is shown as it is.
  if (!part?.tree) return state.doc.toString();
  const marks = liveMarks({
    state,
    part: { tree: part.tree, offset: part.offset, opener: "opener" in part ? part.opener : "" },
    from: 0,
    to: end,
    width: (text) => text.length * 8,
  });
  const pieces: { from: number; to: number; name: string }[] = [];
  const take = (from: number, to: number, spec: { widget?: object; class?: string; attributes?: object }) => {
    const name = spec.widget ? `[${spec.widget.constructor.name.replace("Widget", "")}]` : "";
    if (name || (from < to && spec.class === undefined && spec.attributes === undefined))
      pieces.push({ from, to, name });
  };
  for (const { from, to, value } of marks) take(from, to, value.spec);
  const grid = tableDecorations(state, 0, end, [], () => ({ columns: "", opening: "" }));
  for (const { from, to, value } of grid.inside) take(from, to, value.spec);
  for (const { to } of grid.cells) pieces.push({ from: to, to, name: "¦" });
  state.field(blocks).decorations.between(0, end, (from, to, { spec }) => take(from, to, spec));
  const isEnd = ({ name }: { name: string }) => (name === "¦" ? 0 : 1);
  pieces.sort((a, b) => a.from - b.from || isEnd(a) - isEnd(b) || b.to - a.to);
  let text = "";
  let at = 0;
  for (const { from, to, name } of pieces) {
    if (from < at) {
      if (to > at) throw new Error(`two decorations overlap at ${from}`);
      continue;
    }
    text += state.sliceDoc(at, from) + name;
    at = to;
  }
  return text + state.sliceDoc(at);
}
