import { draw } from "../../drawings/draw";
import { drawingMessages } from "../../drawings/messages";
import { showDrawing } from "../../drawings/show-drawing";
import { linkKind } from "../links";
import { WIKI } from "../wiki-links";
import { createEmbeds, type EmbedDeps } from "./embeds";
import { embeddedIn, type FindImage, showPicture } from "./pictures";

const UNDRAWN = "code.math, pre.diagram, img[data-source], a.wiki-embed, a[href]:not(.wiki-embed, [href^='#'])";

/** What a lazily drawn document needs: its images, its embedded notes, and the theme of its diagrams. */
export type LazyDrawingDeps = {
  findImage: FindImage;
  embeds: Pick<EmbedDeps, "find" | "options">;
  theme(): "light" | "dark";
  /** Shows a diagram larger, at a click or by Enter; without it, diagrams cannot be enlarged. */
  enlarge?: ((picture: HTMLImageElement) => void) | undefined;
  /** Whether a link, in the document or in a note embedded in it (`from`), leads to a file that does not exist. */
  isMissing(address: string, from: string | undefined): Promise<boolean>;
};

/** Lets the user enlarge a diagram with the mouse and the keyboard. */
function makeEnlargeable(picture: HTMLImageElement, enlarge: (picture: HTMLImageElement) => void): void {
  picture.tabIndex = 0;
  picture.setAttribute("role", "button");
  picture.setAttribute("aria-label", `${drawingMessages.enlarge}: ${picture.alt}`);
  picture.title = drawingMessages.enlarge;
  picture.classList.add("enlargeable");
  picture.addEventListener("click", () => enlarge(picture));
  picture.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    enlarge(picture);
  });
}

/** Distance from the viewport at which drawings, images and embedded notes are loaded. */
const DRAW_MARGIN = "1200px";

/**
 * Draws maths and diagrams and loads images and embedded notes as they come near the viewport, so that a document with a thousand of them costs only
 * what is viewed.
 */
export function createLazyDrawing(
  inner: Window,
  { findImage, embeds: embedDeps, theme, enlarge, isMissing }: LazyDrawingDeps,
) {
  const { IntersectionObserver: Observer } = inner as Window & typeof globalThis;
  const observer = new Observer(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        void show(target as HTMLElement);
      }
    },
    // The root is the frame's document: without a root, the margins would be clipped to the frame.
    { root: inner.document, rootMargin: DRAW_MARGIN },
  );
  /** Drawn diagrams with their sources, to draw them again in another theme. */
  const diagrams = new Map<HTMLElement, string>();

  const embeds = createEmbeds({
    ...embedDeps,
    filled: (section) => observe(section),
    emptied: (section) => unobserve(section),
  });
  const observe = (block: HTMLElement): void => {
    for (const target of block.querySelectorAll(UNDRAWN)) observer.observe(target);
  };
  const unobserve = (block: HTMLElement): void => {
    for (const target of block.querySelectorAll(UNDRAWN)) observer.unobserve(target);
    for (const drawn of block.querySelectorAll<HTMLElement>(".drawing-diagram")) diagrams.delete(drawn);
  };

  const show = async (target: HTMLElement): Promise<void> => {
    if (target.tagName === "IMG") return showPicture(target as HTMLImageElement, findImage);
    if (target.classList.contains("wiki-embed")) return embeds.show(target as HTMLAnchorElement);
    if (target.tagName === "A") {
      const address = target.getAttribute("href") ?? "";
      const isFile = address.startsWith(WIKI) || linkKind(address) === "file";
      target.classList.toggle("missing", isFile && (await isMissing(address, embeddedIn(target)).catch(() => false)));
      return;
    }
    const kind = target.tagName === "PRE" ? "diagram" : "math";
    const source = target.textContent ?? "";
    const isDisplay = kind === "diagram" || target.classList.contains("math-display");
    const drawing = await draw({ kind, source, display: isDisplay, theme: theme() });
    if (drawing.status === "failed") {
      target.classList.add("undrawn");
      target.title = drawing.message;
      return;
    }
    const drawn = showDrawing(drawing, target.ownerDocument, source);
    target.replaceWith(drawn);
    if (kind !== "diagram") return;
    diagrams.set(drawn, source);
    if (enlarge) makeEnlargeable(drawn as HTMLImageElement, enlarge);
  };

  return {
    filled: observe,
    emptied: unobserve,
    /** Draws the diagrams again: their colours depend on the theme. */
    themeChanged(): void {
      for (const [drawn, source] of diagrams) {
        diagrams.delete(drawn);
        if (!drawn.isConnected) continue;
        const waiting = drawn.ownerDocument.createElement("pre");
        waiting.className = "diagram";
        waiting.textContent = source;
        drawn.replaceWith(waiting);
        observer.observe(waiting);
      }
    },
    /** Draws and loads everything, for copying or printing. */
    async all(paper: HTMLElement): Promise<void> {
      observer.disconnect();
      await Promise.all([...paper.querySelectorAll<HTMLElement>(UNDRAWN)].map(show));
    },
    stop(): void {
      observer.disconnect();
      embeds.stop();
    },
  };
}
