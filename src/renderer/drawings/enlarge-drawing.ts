import "../ui/kit/button.css";
import "../ui/kit/dialog.css";
import "../ui/kit/layout.css";
import "./enlarge-drawing.css";
import { drawingMessages } from "./messages";

/** The smallest and the largest scale of an enlarged drawing, and the factor of one step. */
const ZOOM = { least: 0.1, most: 12, step: 1.25, fit: 3 };

/** Shows a drawn diagram in a dialog over the window, as large as fits, with zoom by buttons, keys and Ctrl+wheel. Escape closes it. */
export function enlargeDrawing(picture: HTMLImageElement): void {
  const t = drawingMessages;
  const own = { width: picture.width || 300, height: picture.height || 150 };
  const size = {
    width: Number(picture.getAttribute("width")) || own.width,
    height: Number(picture.getAttribute("height")) || own.height,
  };
  const dialog = document.createElement("dialog");
  dialog.className = "dialog enlarged";
  dialog.setAttribute("aria-label", t.enlarged);
  const box = document.createElement("div");
  box.className = "enlarged-box fills inset-large scrolls";
  box.tabIndex = 0;
  const shown = document.createElement("img");
  shown.src = picture.src;
  shown.alt = picture.alt;
  shown.draggable = false;
  box.append(shown);
  const percent = document.createElement("output");
  percent.className = "figure small soft digits";

  let scale = 1;
  let isFit = true;
  const zoomTo = (next: number) => {
    scale = Math.max(ZOOM.least, Math.min(ZOOM.most, next));
    shown.width = Math.max(1, Math.round(size.width * scale));
    shown.height = Math.max(1, Math.round(size.height * scale));
    percent.textContent = `${Math.round(scale * 100)}%`;
  };
  const fit = () => {
    isFit = true;
    const { paddingLeft, paddingTop } = getComputedStyle(box);
    const space = [
      (box.offsetWidth - 2 * Number.parseFloat(paddingLeft)) / size.width,
      (box.offsetHeight - 2 * Number.parseFloat(paddingTop)) / size.height,
    ];
    zoomTo(Math.min(ZOOM.fit, ...space));
  };
  const zoomBy = (factor: number) => {
    isFit = false;
    zoomTo(scale * factor);
  };
  const actions: Record<string, () => void> = {
    "+": () => zoomBy(ZOOM.step),
    "=": () => zoomBy(ZOOM.step),
    "-": () => zoomBy(1 / ZOOM.step),
    "0": fit,
    "1": () => zoomBy(1 / scale),
  };

  const button = (text: string, label: string, action: () => void) => {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "quiet-button";
    made.textContent = text;
    made.title = label;
    made.setAttribute("aria-label", label);
    made.addEventListener("click", action);
    return made;
  };
  const tools = document.createElement("div");
  tools.className = "enlarged-tools toolbar spaced-small inset-small line-below";
  const close = button("×", t.close, () => dialog.close());
  close.classList.add("to-end");
  tools.append(
    button("−", `${t.zoomOut} (-)`, () => zoomBy(1 / ZOOM.step)),
    percent,
    button("+", `${t.zoomIn} (+)`, () => zoomBy(ZOOM.step)),
    button(t.fit, `${t.fit} (0)`, fit),
    close,
  );
  dialog.append(tools, box);

  dialog.addEventListener("keydown", (event) => {
    // Keys pressed in this dialog must not reach the document behind it.
    event.stopPropagation();
    const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  box.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      zoomBy(event.deltaY < 0 ? ZOOM.step : 1 / ZOOM.step);
    },
    { passive: false },
  );
  const resized = new ResizeObserver(() => isFit && fit());
  dialog.addEventListener("close", () => {
    resized.disconnect();
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  box.focus();
  resized.observe(box);
}
