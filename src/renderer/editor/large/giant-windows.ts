import { type EditorState, StateEffect, StateField, type Text, type Transaction } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import { largeTextMessages } from "./messages";

/** Of a longer line, in characters, only a window is laid out. CodeMirror's own gaps are enough for shorter lines. */
export const MIN_LENGTH = 1_000_000;

/** The number of characters in a window, and the distance that the cursor keeps from its ends. */
export const WINDOW = 60_000;

/** A line from `from` to `to` of which the editor shows `first` to `last`. */
export type GiantWindow = {
  readonly from: number;
  readonly to: number;
  readonly first: number;
  readonly last: number;
};

type Windows = { readonly all: readonly GiantWindow[]; readonly decorations: DecorationSet };

/** Shows the part of a giant line around `at`. */
export const moveWindow = StateEffect.define<number>({ map: (at, changes) => changes.mapPos(at) });

/**
 * Which part of each giant line is laid out. An element cannot be higher than some million pixels, beyond which
 * coordinates are wrong, and queries for text that is not laid out take seconds; so the rest is behind two small
 * placeholders. The document itself is complete. The window follows the cursor and found matches.
 */
export const giantWindows = StateField.define<Windows>({
  create: (state) => decorate(windowsOf(state.doc, [], state.selection.main.head)),
  update(value, transaction) {
    const { docChanged, changes, newDoc, newSelection } = transaction;
    const targets = transaction.effects
      .filter((effect) => effect.is(moveWindow))
      .map((effect) => effect.value as number);
    const isLed = transaction.selection !== undefined || transaction.scrollIntoView;
    if (!docChanged && targets.length === 0 && !isLed) return value;
    if (value.all.length === 0 && !docChanged) return value;
    const known = docChanged ? value.all.map((each) => mapped(each, changes)) : value.all;
    let next = docChanged ? windowsOf(newDoc, known) : known;
    for (const at of targets) next = next.map((each) => (isIn(each, at) ? windowAround(newDoc, each, at) : each));
    if (isLed) {
      const { head } = newSelection.main;
      next = next.map((each) => (isIn(each, head) && isHidden(each, head) ? windowAround(newDoc, each, head) : each));
    }
    return next.length === 0 && value.all.length === 0 ? value : next === value.all ? value : decorate(next);
  },
  provide: (field) => EditorView.decorations.from(field, ({ decorations }) => decorations),
});

/** The window of the giant line that contains `at`; null for any other line. */
export const windowAt = (state: EditorState, at: number): GiantWindow | null =>
  state.field(giantWindows, false)?.all.find((each) => isIn(each, at)) ?? null;

/** Whether `at` is hidden behind a placeholder. */
export const isHidden = ({ first, last }: GiantWindow, at: number): boolean => at < first || at > last;

const isIn = ({ from, to }: Pick<GiantWindow, "from" | "to">, at: number) => from <= at && at <= to;

const mapped = ({ from, to, first, last }: GiantWindow, changes: Transaction["changes"]): GiantWindow => ({
  from: changes.mapPos(from, -1),
  to: changes.mapPos(to, 1),
  first: changes.mapPos(first, -1),
  last: changes.mapPos(last, 1),
});

function windowAround(doc: Text, { from, to }: Pick<GiantWindow, "from" | "to">, at: number): GiantWindow {
  const first = Math.max(from, Math.min(Math.floor(at - WINDOW / 2), to - WINDOW));
  return { from, to, first: outOfPair(doc, first), last: outOfPair(doc, Math.min(to, first + WINDOW)) };
}

/** Do not split a surrogate pair. */
const outOfPair = (doc: Text, at: number): number =>
  /^[\ud800-\udbff][\udc00-\udfff]/.test(doc.sliceString(Math.max(0, at - 1), at + 1)) ? at - 1 : at;

/** The windows of a text; an existing window stays where it is as far as possible. */
function windowsOf(doc: Text, known: readonly GiantWindow[], head?: number): readonly GiantWindow[] {
  const all: GiantWindow[] = [];
  // Every line that is this long contains one of these positions.
  for (let at = MIN_LENGTH; at <= doc.length; at += MIN_LENGTH) {
    const { from, to } = doc.lineAt(at);
    if (to - from <= MIN_LENGTH) continue;
    const line = { from, to };
    const was = known.find((each) => each.first <= to && each.last >= from);
    const [first, last] = [Math.max(from, was?.first ?? from), Math.min(to, was?.last ?? from)];
    const isKept = last - first >= WINDOW / 2 && last - first <= 2 * WINDOW;
    const center = head !== undefined && isIn(line, head) ? head : from;
    all.push(isKept ? { from, to, first, last } : windowAround(doc, line, was ? (first + last) / 2 : center));
    at = to - (to % MIN_LENGTH);
  }
  return all;
}

/** Block decorations: CodeMirror then lays out the text between two of them, with gaps, as a line of its own. */
function decorate(all: readonly GiantWindow[]): Windows {
  const ranges = all.flatMap(({ from, to, first, last }) => [
    ...(first > from
      ? [Decoration.replace({ block: true, widget: new RestWidget("before", first - from) }).range(from, first)]
      : []),
    ...(last < to
      ? [Decoration.replace({ block: true, widget: new RestWidget("after", to - last) }).range(last, to)]
      : []),
  ]);
  return { all, decorations: Decoration.set(ranges) };
}

/** A placeholder that says how much of a line is not laid out. */
class RestWidget extends WidgetType {
  constructor(
    readonly where: "before" | "after",
    readonly length: number,
  ) {
    super();
  }

  override eq(other: RestWidget): boolean {
    return other.where === this.where && other.length === this.length;
  }

  override get estimatedHeight(): number {
    return 40;
  }

  override updateDOM(dom: HTMLElement): boolean {
    if (dom.dataset["where"] !== this.where) return false;
    this.#write(dom);
    return true;
  }

  override toDOM(): HTMLElement {
    const dom = document.createElement("div");
    dom.className = "cm-giant-rest";
    dom.dataset["where"] = this.where;
    this.#write(dom);
    return dom;
  }

  #write(dom: HTMLElement): void {
    dom.textContent = largeTextMessages[this.where](this.length);
  }

  override ignoreEvent(): boolean {
    return false;
  }
}
