import { syntaxTree } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { type EditorView, GutterMarker, gutter } from "@codemirror/view";

/** Line numbers, each aligned with the text of its line, because headings are higher than other lines. */
export function lineNumbers(): Extension {
  return gutter({
    class: "cm-lineNumbers",
    renderEmptyElements: false,
    lineMarker: (view, { from }) => markerOf(view, from),
    widgetMarker: (view, _widget, { from }) => markerOf(view, from),
    lineMarkerChange: ({ docChanged, startState, state }) => docChanged || syntaxTree(startState) !== syntaxTree(state),
    initialSpacer: (view) => new NumberMarker(widest(view), null),
    updateSpacer: (spacer, { view }) => {
      const number = widest(view);
      return spacer instanceof NumberMarker && spacer.number === number ? spacer : new NumberMarker(number, null);
    },
  });
}

class NumberMarker extends GutterMarker {
  override elementClass: string;

  constructor(
    readonly number: number,
    /** The level of a heading line; null for other lines. */
    private readonly level: number | null,
  ) {
    super();
    this.elementClass = level === null ? "" : `cm-number-h${level}`;
  }

  override eq(other: GutterMarker): boolean {
    return other instanceof NumberMarker && other.number === this.number && other.level === this.level;
  }

  override toDOM(): Node {
    return document.createTextNode(String(this.number));
  }
}

function markerOf({ state }: EditorView, from: number): NumberMarker {
  const [, level] = /^(?:ATX|Setext)Heading(\d)$/.exec(headingAt(state, from)) ?? [];
  return new NumberMarker(state.doc.lineAt(from).number, level === undefined ? null : Number(level));
}

/** The name of the block that begins in this line, if it has been parsed. */
function headingAt(state: EditorView["state"], from: number): string {
  for (let node = syntaxTree(state).resolveInner(from, 1); ; ) {
    if (node.name.includes("Heading")) return node.name;
    if (!node.parent) return "";
    node = node.parent;
  }
}

/** A number with as many digits as that of the last line. */
const widest = ({ state }: EditorView): number => 10 ** String(state.doc.lines).length - 1;
