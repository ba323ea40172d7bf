import "../../ui/kit/button.css";
import { type EditorState, type Extension, StateEffect, StateField } from "@codemirror/state";
import { type EditorView, showTooltip, type Tooltip, ViewPlugin } from "@codemirror/view";
import type { PendingHunk } from "../../../core/review/pending-edits";
import { lanesOf, writesOfHunk } from "./agent-lanes";
import { writerNames } from "./describe-hunk";
import { noteOf } from "./describe-reason";
import { hunkAt } from "./hunk-positions";
import { reviewMessages } from "./messages";
import { reviewHost } from "./review-host";
import { reviewField, reviewIn } from "./review-state";

/** The hunk that has the toolbar, and the position where it is shown. */
type HunkAnchor = { hunk: string; at: number };

const point = StateEffect.define<HunkAnchor | null>();

const atHunk = StateEffect.define<HunkAnchor>();

/** The cursor was moved to a hunk: of several at this position, show the toolbar for this one. */
export const cursorAtHunk = (shown: HunkAnchor): StateEffect<unknown> => atHunk.of(shown);

/**
 * How long the pointer rests on a hunk before the toolbar appears, and how long it stays afterwards, in milliseconds.
 */
const REST = { before: 180, after: 400 };

/** The hunk at the pointer, or else at the cursor, unless the user is typing. */
const shown = StateField.define<{ pointed: HunkAnchor | null; cursor: HunkAnchor | null }>({
  create: (state) => ({ pointed: null, cursor: atCursor(state) }),
  update(value, transaction) {
    let { pointed, cursor } = value;
    const { state, startState, docChanged, changes } = transaction;
    if (docChanged) {
      if (pointed) pointed = { ...pointed, at: changes.mapPos(pointed.at) };
      if (cursor) cursor = { ...cursor, at: changes.mapPos(cursor.at) };
    }
    const isTyped = docChanged && (transaction.isUserEvent("input") || transaction.isUserEvent("delete"));
    if (isTyped) [pointed, cursor] = [null, null];
    else if (transaction.selection) cursor = atCursor(state);
    for (const effect of transaction.effects) {
      if (effect.is(point)) pointed = effect.value;
      else if (effect.is(atHunk)) [pointed, cursor] = [null, effect.value];
    }
    if (reviewIn(state) !== reviewIn(startState)) {
      const isPending = (each: HunkAnchor | null) => each && reviewIn(state)?.hunks.some(({ id }) => id === each.hunk);
      if (!isPending(pointed)) pointed = null;
      if (!isPending(cursor)) cursor = isTyped ? null : atCursor(state);
    }
    const same = isSame(pointed, value.pointed) && isSame(cursor, value.cursor);
    return same ? value : { pointed, cursor };
  },
  provide: (field) =>
    showTooltip.compute([field, reviewField], (state) => {
      const { pointed, cursor } = state.field(field);
      const chosen = pointed ?? cursor;
      const review = reviewIn(state);
      const index = review?.hunks.findIndex(({ id }) => id === chosen?.hunk) ?? -1;
      const hunk = review?.hunks[index];
      return chosen && hunk ? tooltip(state, hunk, chosen.at) : null;
    }),
});

const isSame = (a: HunkAnchor | null, b: HunkAnchor | null) => a?.hunk === b?.hunk && a?.at === b?.at;

function atCursor(state: EditorState): HunkAnchor | null {
  const { from } = state.selection.main;
  const hunk = hunkAt(reviewIn(state)?.hunks ?? [], from);
  return hunk ? { hunk: hunk.id, at: from } : null;
}

function tooltip(state: EditorState, hunk: PendingHunk, at: number): Tooltip {
  const pos = Math.min(at, state.doc.length);
  return { pos, above: true, arrow: false, create: (view) => bar(view, hunk.id, pos) };
}

/** The toolbar is at the right edge of the text, above the line of the current hunk. */
function bar(view: EditorView, hunk: string, pos: number) {
  const review = reviewIn(view.state);
  const host = view.state.facet(reviewHost);
  const index = review?.hunks.findIndex(({ id }) => id === hunk) ?? -1;
  const shownHunk = review?.hunks[index];
  const writes = review && shownHunk ? writesOfHunk(review.writes, shownHunk) : [];
  const who = writerNames(writes);
  const dom = document.createElement("div");
  dom.className = "cm-review-tools";
  dom.dataset["hunk"] = hunk;
  dom.dataset["lane"] = (review && lanesOf(review).get(hunk)?.lane) ?? "0";
  dom.setAttribute("role", "toolbar");
  const count = review?.hunks.length ?? 0;
  dom.setAttribute("aria-label", reviewMessages.editOf(index + 1, count, who));
  const names = document.createElement("span");
  names.className = "cm-review-who clip strong";
  names.textContent = shownHunk?.isMixed ? reviewMessages.withYou(who) : who;
  dom.append(names);
  const notes = writes.flatMap((write) => noteOf(write) ?? []);
  if (notes.length > 0) {
    const why = document.createElement("span");
    why.className = "cm-review-why clip faint";
    // Of several writes the last says most; the hint has all of them.
    why.textContent = notes.at(-1) ?? "";
    why.title = notes.join("\n");
    dom.append(why);
  }
  const button = (kind: string, label: string, hint: string, run: () => void) => {
    const made = document.createElement("button");
    made.type = "button";
    made.className = `quiet-button cm-review-${kind}`;
    made.textContent = label;
    made.title = hint;
    made.setAttribute("aria-label", hint);
    made.addEventListener("mousedown", (event) => event.preventDefault());
    made.addEventListener("click", run);
    dom.append(made);
  };
  button("keep", reviewMessages.keep, host?.hint("keep-edit") ?? reviewMessages.keep, () => host?.decide("keep", hunk));
  button("undo", reviewMessages.undo, host?.hint("undo-edit") ?? reviewMessages.undo, () => host?.decide("undo", hunk));
  if (count > 1) {
    const step = (by: 1 | -1) => () => host?.step(by);
    button("step", "↑", host?.hint("previous-edit") ?? "", step(-1));
    const figure = document.createElement("span");
    figure.className = "cm-review-place faint digits";
    figure.textContent = reviewMessages.position(index + 1, count);
    dom.append(figure);
    button("step", "↓", host?.hint("next-edit") ?? "", step(1));
  }
  return {
    dom,
    getCoords: (asked: number) => {
      const line = view.coordsAtPos(Math.min(asked, view.state.doc.length)) ?? view.contentDOM.getBoundingClientRect();
      const text = view.contentDOM.getBoundingClientRect();
      const padding = Number.parseFloat(getComputedStyle(view.contentDOM).paddingRight) || 0;
      const right = text.right - padding;
      const left = Math.max(text.left, right - dom.offsetWidth);
      return { left, right: left, top: line.top, bottom: line.bottom };
    },
    pos,
    overlap: true,
  };
}

/** Tracks the pointer over a hunk's marks and its toolbar. */
const pointing = ViewPlugin.define((view) => {
  let wanted: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (hunk: string | null, at: number) => {
    if (wanted === hunk) return;
    wanted = hunk;
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        const now = view.state.field(shown, false)?.pointed ?? null;
        if ((now?.hunk ?? null) !== hunk) view.dispatch({ effects: point.of(hunk === null ? null : { hunk, at }) });
      },
      hunk === null ? REST.after : REST.before,
    );
  };
  const moved = (event: MouseEvent) => {
    // While a button is down the user is selecting: show nothing under the pointer.
    const over = event.buttons === 0 && event.target instanceof Element ? event.target.closest("[data-hunk]") : null;
    const hunk = over instanceof HTMLElement ? (over.dataset["hunk"] ?? null) : null;
    if (over?.closest(".cm-review-tools")) {
      wanted = hunk;
      clearTimeout(timer);
      return;
    }
    if (hunk === wanted) return;
    show(hunk, hunk === null ? 0 : (view.posAtCoords({ x: event.clientX, y: event.clientY }, false) ?? 0));
  };
  const left = () => show(null, 0);
  view.dom.addEventListener("mousemove", moved);
  view.dom.addEventListener("mouseleave", left);
  return {
    destroy() {
      clearTimeout(timer);
      view.dom.removeEventListener("mousemove", moved);
      view.dom.removeEventListener("mouseleave", left);
    },
  };
});

/** Shows Keep, Undo and the navigation buttons at the hunk at the cursor or pointer. */
export const hunkToolbar = (): Extension => [shown, pointing];

/** Whether an editor already has the toolbar and the other review extensions. */
export const hunkToolbarIsShown = (state: EditorState): boolean => state.field(shown, false) !== undefined;
