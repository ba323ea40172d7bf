import { type EditorState, type Extension, Prec, type StateCommand } from "@codemirror/state";
import { keymap } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { partTree } from "../syntax/part-tree";

/** Marks around words, which are deleted one by one. */
const WITH_WORDS = new Set(
  "StrongEmphasis Emphasis Strikethrough Highlight InlineCode Link Superscript Subscript".split(" "),
);
/** What is drawn as one thing, and deleted as one. */
const WHOLE = new Set(
  "WikiLink Image WikiEmbed InlineMath DisplayMath FootnoteReference InlineFootnote Emoji Autolink".split(" "),
);

type Direction = "backward" | "forward";
type Reader = { state: EditorState; offset: number; direction: Direction };
type Range = { from: number; to: number };

/**
 * Ctrl+Backspace and Ctrl+Delete across blanks whose other side is a marked word or a link: delete the word as it is seen. CodeMirror takes the hidden
 * mark for the word, and would leave `**bold` without its end. False anywhere else.
 */
export const deleteWord =
  (direction: Direction): StateCommand =>
  ({ state, dispatch }) => {
    const { main, ranges } = state.selection;
    if (state.readOnly || ranges.length > 1 || !main.empty) return false;
    const line = state.doc.lineAt(main.head);
    const at = main.head - line.from;
    const isBackward = direction === "backward";
    const blanks = (isBackward ? /[ \t]+$/.exec(line.text.slice(0, at)) : /^[ \t]+/.exec(line.text.slice(at)))?.[0];
    if (blanks === undefined) return false;
    const edge = isBackward ? main.head - blanks.length : main.head + blanks.length;
    const part = partTree(state, line.from, line.to);
    const node = part && nodeAt(part.tree.resolveInner(edge - part.offset, isBackward ? -1 : 1), edge - part.offset);
    if (!part || !node || node.from + part.offset < line.from || node.to + part.offset > line.to) return false;
    const found = wordOf({ state, offset: part.offset, direction }, node);
    const isAll = found.from === node.from + part.offset && found.to === node.to + part.offset;
    const changes = isAll ? { from: Math.min(found.from, main.head), to: Math.max(found.to, main.head) } : found;
    dispatch(state.update({ changes, scrollIntoView: true, userEvent: `delete.${direction}` }));
    return true;

    /** The outermost node that ends, or begins, at a position. */
    function nodeAt(inner: SyntaxNode, position: number): SyntaxNode | null {
      let outermost: SyntaxNode | null = null;
      for (let each: SyntaxNode | null = inner; each; each = each.parent) {
        const isKnown = WITH_WORDS.has(each.name) || WHOLE.has(each.name);
        if (isKnown && (isBackward ? each.to : each.from) === position) outermost = each;
      }
      return outermost;
    }
  };

/** The last word of a node, or its first one, with the blanks that part it from the others; the whole node if there are no others. */
function wordOf(reader: Reader, node: SyntaxNode): Range {
  const { state, offset, direction } = reader;
  const whole = { from: node.from + offset, to: node.to + offset };
  const content = WITH_WORDS.has(node.name) ? contentOf(node, offset) : null;
  if (!content) return whole;
  const isBackward = direction === "backward";
  let child = isBackward ? node.lastChild : node.firstChild;
  const isAtEdge = ({ from, to }: SyntaxNode) =>
    isBackward ? to + offset === content.to : from + offset === content.from;
  while (child && !(isAtEdge(child) && (WITH_WORDS.has(child.name) || WHOLE.has(child.name))))
    child = isBackward ? child.prevSibling : child.nextSibling;
  const text = state.sliceDoc(content.from, content.to);
  let word: Range;
  if (child) {
    word = wordOf(reader, child);
    if (word.from !== child.from + offset || word.to !== child.to + offset) return word;
  } else {
    const length = (isBackward ? /\S*\s*$/ : /^\s*\S*/).exec(text)?.[0].length ?? text.length;
    // A nested mark or link beside it keeps both of its ends.
    const limit = nestedBeside(reader, node, content);
    word = isBackward
      ? { from: Math.max(content.to - length, limit), to: content.to }
      : { from: content.from, to: Math.min(content.from + length, limit) };
  }
  const rest = isBackward ? state.sliceDoc(content.from, word.from) : state.sliceDoc(word.to, content.to);
  if (rest.trim() === "") return whole;
  return isBackward
    ? { from: word.from - (rest.length - rest.trimEnd().length), to: word.to }
    : { from: word.from, to: word.to + (rest.length - rest.trimStart().length) };
}

/** Where the last marked word or link within a node ends, or where the first one begins; the other end of the content if there is none. */
function nestedBeside({ offset, direction }: Reader, node: SyntaxNode, content: Range): number {
  const isBackward = direction === "backward";
  for (
    let child = isBackward ? node.lastChild : node.firstChild;
    child;
    child = isBackward ? child.prevSibling : child.nextSibling
  )
    if (WITH_WORDS.has(child.name) || WHOLE.has(child.name)) return offset + (isBackward ? child.to : child.from);
  return isBackward ? content.from : content.to;
}

/** What is between the first two marks of a node; null if it lacks one. */
function contentOf(node: SyntaxNode, offset: number): Range | null {
  let [first, second]: (SyntaxNode | null)[] = [null, null];
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (!child.name.endsWith("Mark")) continue;
    if (!first) first = child;
    else second ??= child;
  }
  return first && second ? { from: first.to + offset, to: second.from + offset } : null;
}

/** The keys, as CodeMirror has them for words. */
export const wordKeys: Extension = Prec.high(
  keymap.of([
    { key: "Ctrl-Backspace", mac: "Alt-Backspace", run: deleteWord("backward") },
    { key: "Ctrl-Delete", mac: "Alt-Delete", run: deleteWord("forward") },
  ]),
);
