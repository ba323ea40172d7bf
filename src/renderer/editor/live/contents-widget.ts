import { type EditorState, StateEffect, StateField, type Text } from "@codemirror/state";
import { EditorView, ViewPlugin, type ViewUpdate, WidgetType } from "@codemirror/view";
import { changedSpan } from "../outline/changed-span";
import { OutlineFollower } from "../outline/follow-outline";
import { outlineRows } from "../outline/outline-rows";
import { element } from "./element";
import { liveMessages } from "./messages";

/** Debounce of updates, in milliseconds. */
const DEBOUNCE_MS = 150;

/** The maximum number of headings that are listed. */
const MAX_ROWS = 2000;

/** A heading in the list; `depth` counts from 0, and a level that is left out, as from 1 to 3, is one step. */
export type ContentsRow = { readonly title: string; readonly depth: number };

/** The headings of `doc` and where they begin. `rows` stays the same array while the list looks the same. */
type Contents = { doc: Text; rows: readonly ContentsRow[]; starts: readonly number[] };

/** The headings were found again. */
export const setContents = StateEffect.define<Contents>();

/** The headings for lists of contents; null until such a list is first shown. They are a moment behind the text. */
export const contents = StateField.define<Contents | null>({
  create: () => null,
  update(value, { effects }) {
    for (const effect of effects)
      if (effect.is(setContents))
        return value && isSameList(value.rows, effect.value.rows)
          ? { ...effect.value, rows: value.rows }
          : effect.value;
    return value;
  },
});

const isSameRow = (one: ContentsRow | undefined, other: ContentsRow | undefined) =>
  one?.title === other?.title && one?.depth === other?.depth;

const isSameList = (one: readonly ContentsRow[], other: readonly ContentsRow[]) =>
  one.length === other.length && one.every((row, index) => isSameRow(row, other[index]));

/** How deep each heading is in nested lists, given their levels from 1 to 6. */
export function depthsOf(levels: readonly number[]): number[] {
  const open: number[] = [];
  return levels.map((level) => {
    while (open.length > 1 && level <= (open.at(-2) ?? 0)) open.pop();
    if (open.length === 0 || level > (open.at(-1) ?? 0)) open.push(level);
    else open[open.length - 1] = level;
    return open.length - 1;
  });
}

/** Where the heading of a row is in the current text; null if there is no such row. */
export function startOfRow(state: EditorState, index: number): number | null {
  const listed = state.field(contents, false);
  const start = listed?.starts[index];
  if (!listed || start === undefined) return null;
  if (listed.doc === state.doc) return start;
  // The span is some lines too long, and the heading may be in them: compare their characters.
  const { from, to, insert } = changedSpan(listed.doc, state.doc);
  const [before, after] = [listed.doc.sliceString(from, to), state.sliceDoc(from, from + insert.length)];
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  if (start < from + head) return start;
  return start >= to - tail ? start + insert.length - (to - from) : from + head;
}

/** Finds the headings while a list is on the page: the whole text once, then what was edited. */
export const followContents = ViewPlugin.fromClass(
  class {
    readonly #view: EditorView;
    readonly #follower = new OutlineFollower(() => new Promise((done) => setTimeout(done)));
    #lists = 0;
    #timer: ReturnType<typeof setTimeout> | undefined;
    #isBusy = false;
    #isOver = false;

    constructor(view: EditorView) {
      this.#view = view;
    }

    /** A list came on the page, or went. */
    count(by: 1 | -1): void {
      this.#lists += by;
      if (by === 1) this.#schedule(0);
    }

    update({ docChanged }: ViewUpdate): void {
      if (docChanged) this.#schedule(DEBOUNCE_MS);
    }

    #schedule(delay: number): void {
      if (this.#isOver || this.#isBusy || this.#lists === 0) return;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#refresh(), delay);
    }

    async #refresh(): Promise<void> {
      const view = this.#view;
      const { doc } = view.state;
      if (view.state.field(contents, false)?.doc === doc) return;
      // A redraw would take the composition from the input method.
      if (view.composing || view.compositionStarted) return this.#schedule(DEBOUNCE_MS);
      this.#isBusy = true;
      const found = await this.#follower.packed(doc).then(outlineRows, () => null);
      this.#isBusy = false;
      if (this.#isOver) return;
      if (found && !view.composing && !view.compositionStarted) {
        const headings = found.filter(({ kind }) => kind === "section");
        const depths = depthsOf(headings.map(({ level }) => level));
        const rows = headings.map(({ title }, index) => ({ title, depth: depths[index] ?? 0 }));
        view.dispatch({ effects: setContents.of({ doc, rows, starts: headings.map(({ from }) => from) }) });
      }
      if (view.state.doc !== doc || !found) this.#schedule(DEBOUNCE_MS);
    }

    destroy(): void {
      this.#isOver = true;
      clearTimeout(this.#timer);
    }
  },
);

/** What a list shows now. */
const shownRows = new WeakMap<HTMLElement, readonly ContentsRow[] | null>();

/** The list of headings in place of `[TOC]`, or below it while the cursor is in it. Null: they are not known yet. */
export class ContentsWidget extends WidgetType {
  constructor(readonly rows: readonly ContentsRow[] | null) {
    super();
  }

  override eq(other: ContentsWidget): boolean {
    return other.rows === this.rows;
  }

  override get estimatedHeight(): number {
    return this.rows === null ? -1 : Math.min(600, 28 * Math.max(1, this.rows.length));
  }

  override toDOM(view: EditorView): HTMLElement {
    const holder = element("div", "cm-live-contents");
    holder.setAttribute("role", "navigation");
    holder.setAttribute("aria-label", liveMessages.contents.label);
    holder.addEventListener("mousedown", (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      if (linkIn(event.target)) return;
      view.dispatch({ selection: { anchor: view.posAtDOM(holder) }, userEvent: "select.pointer" });
      view.focus();
    });
    holder.addEventListener("click", (event) => {
      event.preventDefault();
      const link = linkIn(event.target);
      if (link) jump(view, link);
    });
    holder.addEventListener("keydown", (event) => handleKey(view, holder, event));
    this.#show(holder);
    view.plugin(followContents)?.count(1);
    counted.set(holder, view);
    return holder;
  }

  override updateDOM(holder: HTMLElement, _view: EditorView, from: WidgetType): boolean {
    if (!(from instanceof ContentsWidget)) return false;
    this.#show(holder);
    return true;
  }

  /** Replaces the rows between those that stay at the start and at the end. */
  #show(holder: HTMLElement): void {
    const before = (shownRows.get(holder) ?? []).slice(0, MAX_ROWS);
    const rows = (this.rows ?? []).slice(0, MAX_ROWS);
    shownRows.set(holder, this.rows);
    const list = holder.querySelector("ul") ?? holder.appendChild(element("ul", ""));
    let start = 0;
    while (start < Math.min(before.length, rows.length) && isSameRow(before[start], rows[start])) start++;
    let end = 0;
    while (end < Math.min(before.length, rows.length) - start && isSameRow(before.at(-1 - end), rows.at(-1 - end)))
      end++;
    for (const item of [...list.children].slice(start, before.length - end)) item.remove();
    const next = list.children[start] ?? null;
    for (const row of rows.slice(start, rows.length - end)) list.insertBefore(itemOf(row), next);
    holder.querySelector("p")?.remove();
    const rest = (this.rows?.length ?? 0) - rows.length;
    const { contents: strings } = liveMessages;
    const note = rest > 0 ? strings.more(rest) : this.rows?.length === 0 ? strings.empty : null;
    if (note !== null) holder.append(element("p", "", note));
  }

  override destroy(holder: HTMLElement): void {
    counted.get(holder)?.plugin(followContents)?.count(-1);
    counted.delete(holder);
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

/** The view that each list is counted in. */
const counted = new WeakMap<HTMLElement, EditorView>();

function itemOf({ title, depth }: ContentsRow): HTMLElement {
  const item = element("li", "");
  item.dir = "auto";
  item.style.setProperty("--depth", String(depth));
  const link = element("a", "", title);
  link.href = "#";
  link.tabIndex = -1;
  link.draggable = false;
  item.append(link);
  return item;
}

const linkIn = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("a") : null;

/** Puts the cursor at the heading of a link. */
function jump(view: EditorView, link: HTMLElement): void {
  const item = link.closest("li");
  const at = startOfRow(view.state, item?.parentElement ? [...item.parentElement.children].indexOf(item) : -1);
  if (at === null) return;
  view.dispatch({
    selection: { anchor: at },
    effects: EditorView.scrollIntoView(at, { y: "center" }),
    userEvent: "select.jump",
  });
  view.focus();
}

/** Arrows, Home and End move between the links, Enter follows one, Escape returns to the text. */
function handleKey(view: EditorView, holder: HTMLElement, event: KeyboardEvent): void {
  const link = linkIn(event.target);
  if (!link) return;
  const links = [...holder.querySelectorAll<HTMLElement>("a")];
  const at = links.indexOf(link);
  const goal = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
  if (goal !== undefined) links[goal]?.focus();
  else if (event.key === "Enter") jump(view, link);
  else if (event.key === "Escape") view.focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Moves the focus into the list below the cursor's line; false if there is none. */
export function focusContents(view: EditorView): boolean {
  const { head } = view.state.selection.main;
  const line = view.state.doc.lineAt(head);
  for (const holder of view.contentDOM.querySelectorAll<HTMLElement>(".cm-live-contents")) {
    const link = view.posAtDOM(holder) === line.to ? holder.querySelector("a") : null;
    if (!link) continue;
    link.focus();
    return true;
  }
  return false;
}
