import { WIKI } from "../wiki-links";
import { createLazyDrawing, type LazyDrawingDeps } from "./lazy-drawing";
import { previewMessages } from "./messages";
import { followAppearance, openPreviewFrame } from "./preview-frame";

export type EmbedFrameDeps = LazyDrawingDeps & {
  /** The user clicked: `address` is a link of an embedded note that leads out of Galley, or null to open the note. */
  clicked(address: string | null, event: MouseEvent): void;
  /** The height of the content in pixels, whenever it changes. */
  resized(height: number): void;
  /** The frame was moved in the window, which empties it: it is to be opened again. */
  reloaded(): void;
};

/** Shows an embedded note in a frame of its own, in which nothing runs. Returns a function that ends it. */
export async function openEmbedFrame(holder: HTMLElement, target: string, deps: EmbedFrameDeps): Promise<() => void> {
  const { frame, page, window: inner, paper } = await openPreviewFrame(holder, previewMessages.embed.label(target));
  frame.tabIndex = -1;
  frame.addEventListener("load", () => deps.reloaded());
  page.documentElement.classList.add("embedded");
  const stopFollowing = followAppearance(page);
  const lazy = createLazyDrawing(inner, deps);
  const line = page.createElement("p");
  const link = page.createElement("a");
  link.className = "wiki-link wiki-embed";
  link.setAttribute("href", WIKI + encodeURIComponent(target));
  link.textContent = target;
  line.append(link);
  paper.append(line);
  lazy.filled(paper);
  const Observer = (inner as Window & typeof globalThis).ResizeObserver;
  const observer = new Observer(() => deps.resized(Math.ceil(paper.getBoundingClientRect().height)));
  observer.observe(paper);
  page.addEventListener(
    "click",
    (event) => {
      const address = (event.target as Element).closest?.("a[href]")?.getAttribute("href") ?? null;
      event.preventDefault();
      deps.clicked(address !== null && /^(?:https?:|mailto:)/i.test(address) ? address : null, event);
    },
    { capture: true },
  );
  for (const name of ["auxclick", "contextmenu", "dragstart"] as const)
    page.addEventListener(name, (event) => event.preventDefault(), { capture: true });
  return () => {
    observer.disconnect();
    lazy.stop();
    stopFollowing();
    frame.remove();
  };
}
