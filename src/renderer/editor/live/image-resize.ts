import { isolateHistory } from "@codemirror/commands";
import type { EditorState, TransactionSpec } from "@codemirror/state";
import { type Command, EditorView } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { MAX_IMAGE_WIDTH } from "../../../core/limits";
import { sizeEdit } from "../../../core/markdown/image-size";
import { partTree } from "../syntax/part-tree";
import { element } from "./element";
import { liveMessages } from "./messages";
import { drawnTableAt } from "./tables";

/** The narrowest that an image is made, and the step of the keys, in CSS pixels. */
const LEAST = 16;
const STEP = 20;

/** The label of an image: from the bar after an embed's file, or between the brackets. */
type ImageLabel = { from: number; to: number; imageFrom: number; imageTo: number };

/** The labels of the images in the line of a position. */
function labelsAround(state: EditorState, at: number): ImageLabel[] {
  const line = state.doc.lineAt(at);
  const part = partTree(state, line.from, line.to);
  const found: ImageLabel[] = [];
  part?.tree.iterate({
    from: Math.max(0, line.from - part.offset),
    to: line.to - part.offset,
    enter: ({ node, name }) => {
      if (name !== "Image" && name !== "WikiEmbed") return;
      const label = labelOf(node, part.offset);
      if (label && label.imageFrom >= line.from && label.imageTo <= line.to) found.push(label);
    },
  });
  return found;
}

function labelOf(node: SyntaxNode, offset: number): ImageLabel | null {
  const span = { imageFrom: node.from + offset, imageTo: node.to + offset };
  if (node.name === "WikiEmbed") {
    const target = node.getChild("WikiTarget");
    return target && { ...span, from: target.to + offset, to: node.to - 2 + offset };
  }
  const [open, close] = node.getChildren("LinkMark");
  return open && close ? { ...span, from: open.to + offset, to: close.from + offset } : null;
}

/** The transaction that writes a width, or the image's own size, behind the label; null if there is no image or it has that size. */
function resizing(state: EditorState, label: ImageLabel | undefined, width: number | null): TransactionSpec | null {
  if (!label || state.readOnly) return null;
  const bar = drawnTableAt(state, label.from) === null ? "|" : "\\|";
  const edit = sizeEdit(state.sliceDoc(label.from, label.to), width, bar);
  if (edit === null) return null;
  const changes = { from: label.from + edit.from, to: label.from + edit.to, insert: edit.insert };
  if (state.sliceDoc(changes.from, changes.to) === edit.insert) return null;
  const announced = width === null ? liveMessages.image.ownSize : liveMessages.image.width(width);
  // One step of undo for each size.
  return {
    changes,
    annotations: isolateHistory.of("full"),
    effects: EditorView.announce.of(announced),
    userEvent: "input.resize",
  };
}

const within = (width: number) => Math.max(LEAST, Math.min(MAX_IMAGE_WIDTH, Math.round(width)));

/** A handle at the corner of an image: drag it for another width, double-click for the image's own size. `holder`: the widget of the image. */
export function resizeHandle(view: EditorView, holder: HTMLElement, picture: HTMLImageElement): HTMLElement {
  const handle = element("span", "cm-live-image-handle");
  handle.title = liveMessages.image.resize;
  const write = (width: number | null) => {
    const at = view.posAtDOM(holder);
    const labels = labelsAround(view.state, at);
    // Beside its source, an image is at the end of the line.
    const label = labels.find(({ imageFrom, imageTo }) => imageFrom <= at && at < imageTo) ?? labels.at(-1);
    const spec = resizing(view.state, label, width);
    if (spec) view.dispatch(spec);
  };
  handle.addEventListener("mousedown", (event) => {
    event.preventDefault();
    event.stopPropagation();
  });
  handle.addEventListener("dblclick", (event) => {
    event.stopPropagation();
    write(null);
  });
  handle.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    handle.setPointerCapture(event.pointerId);
    const start = { x: event.clientX, width: picture.getBoundingClientRect().width };
    const direction = getComputedStyle(holder).direction === "rtl" ? -1 : 1;
    const most = holder.parentElement?.clientWidth || MAX_IMAGE_WIDTH;
    let width: number | null = null;
    const move = ({ clientX }: PointerEvent) => {
      width = Math.min(within(start.width + direction * (clientX - start.x)), most);
      picture.style.width = `${width}px`;
      picture.style.height = "auto";
      view.requestMeasure();
    };
    const end = (isDone: boolean) => {
      handle.removeEventListener("pointermove", move);
      handle.removeEventListener("pointerup", finish);
      handle.removeEventListener("pointercancel", cancel);
      window.removeEventListener("keydown", handleEscape, { capture: true });
      if (isDone && width !== null && width !== Math.round(start.width)) write(width);
      else for (const name of ["width", "height"]) picture.style.removeProperty(name);
      view.requestMeasure();
    };
    const finish = () => end(true);
    const cancel = () => end(false);
    const handleEscape = (key: KeyboardEvent) => {
      if (key.key !== "Escape") return;
      key.preventDefault();
      key.stopPropagation();
      end(false);
    };
    handle.addEventListener("pointermove", move);
    handle.addEventListener("pointerup", finish);
    handle.addEventListener("pointercancel", cancel);
    window.addEventListener("keydown", handleEscape, { capture: true });
  });
  return handle;
}

/** The image at the cursor, or the only one in its line. */
function imageAtCursor(state: EditorState): ImageLabel | undefined {
  const at = state.selection.main.head;
  const labels = labelsAround(state, at);
  const here = labels.find(({ imageFrom, imageTo }) => imageFrom <= at && at <= imageTo);
  return here ?? (labels.length === 1 ? labels[0] : undefined);
}

/** Makes the image at the cursor wider or narrower by a step; from its width on the screen if it has no size yet. */
export const resizeImage =
  (by: 1 | -1): Command =>
  (view) => {
    const label = imageAtCursor(view.state);
    if (!label) return false;
    const now = /(\d{1,4})(?:x\d{1,4})?\s*$/.exec(view.state.sliceDoc(label.from, label.to))?.[1];
    const width = now === undefined ? shownWidth(view, label) : Number(now);
    const spec = width === null ? null : resizing(view.state, label, within(width + by * STEP));
    if (spec) view.dispatch(spec);
    return true;
  };

/** The width of an image on the screen; null if it is not shown. */
function shownWidth(view: EditorView, label: ImageLabel): number | null {
  const { from, to } = view.state.doc.lineAt(label.imageFrom);
  for (const picture of view.contentDOM.querySelectorAll<HTMLImageElement>(".cm-live-image img")) {
    const at = view.posAtDOM(picture);
    if (at >= from && at <= to) return picture.getBoundingClientRect().width || null;
  }
  return null;
}

/** Takes away the size of the image at the cursor, so that it has its own. */
export const resetImageSize: Command = (view) => {
  const label = imageAtCursor(view.state);
  if (!label) return false;
  const spec = resizing(view.state, label, null);
  if (spec) view.dispatch(spec);
  return true;
};
