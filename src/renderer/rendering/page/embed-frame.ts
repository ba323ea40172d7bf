import { WIKI } from "../wiki-links";
import { cleanHtml } from "./clean-html";
import { createLazyDrawing, type LazyDrawingDeps } from "./lazy-drawing";
import { previewMessages } from "./messages";
import { createPartRendering } from "./part-rendering";
import { followAppearance, openPreviewFrame } from "./preview-frame";

export type EmbedFrameDeps = LazyDrawingDeps & {
  /** The user clicked: `address` is a link of an embedded note that leads out of Galley, or null to open the note. */
  clicked(address: string | null, event: MouseEvent): void;
  /** The height of the content in pixels, whenever it changes. */
  resized(height: number): void;
  /** The frame was moved in the window, which empties it: it must be opened again. */
  reloaded(): void;
};

/** What a frame shows: a note by the target of its embed, or the source of HTML with the Markdown in it. */
export type EmbeddedContent = { kind: "note" | "html"; source: string };

/** Shows an embedded note or HTML in a frame of its own, in which nothing runs. Returns a function that ends it. */
export async function openEmbedFrame(
  holder: HTMLElement,
  { kind, source }: EmbeddedContent,
  deps: EmbedFrameDeps,
): Promise<() => void> {
  const label = kind === "note" ? previewMessages.embed.label(source) : previewMessages.embed.html;
  const { frame, page, window: inner, paper } = await openPreviewFrame(holder, label);
  frame.tabIndex = -1;
  frame.addEventListener("load", () => deps.reloaded());
  page.documentElement.classList.add("embedded");
  const stopFollowing = followAppearance(page);
  const lazy = createLazyDrawing(inner, deps);
  const endContent =
    kind === "note" ? showNote(paper, source) : showHtml(paper, source, deps, () => lazy.filled(paper));
  lazy.filled(paper);
  const Observer = (inner as Window & typeof globalThis).ResizeObserver;
  const observer = new Observer(() => deps.resized(Math.ceil(paper.getBoundingClientRect().height)));
  observer.observe(paper);
  page.addEventListener(
    "click",
    (event) => {
      const clicked = event.target as Element;
      // A summary opens and closes what is below it; it is edited by a click beside it.
      if (kind === "html" && clicked.closest?.("summary") && !clicked.closest("a[href]")) return;
      const address = clicked.closest?.("a[href]")?.getAttribute("href") ?? null;
      event.preventDefault();
      deps.clicked(address !== null && /^(?:https?:|mailto:)/i.test(address) ? address : null, event);
    },
    { capture: true },
  );
  for (const name of ["auxclick", "contextmenu", "dragstart"] as const)
    page.addEventListener(name, (event) => event.preventDefault(), { capture: true });
  return () => {
    observer.disconnect();
    endContent();
    lazy.stop();
    stopFollowing();
    frame.remove();
  };
}

/** Puts the link of an embed on the paper; it is replaced by the note once that comes near the view. */
function showNote(paper: HTMLElement, target: string): () => void {
  const page = paper.ownerDocument;
  const line = page.createElement("p");
  const link = page.createElement("a");
  link.className = "wiki-link wiki-embed";
  link.setAttribute("href", WIKI + encodeURIComponent(target));
  link.textContent = target;
  line.append(link);
  paper.append(line);
  return () => {};
}

/** The worker of all frames that show HTML: it ends with the last of them. */
let shared: { rendering: ReturnType<typeof createPartRendering>; users: number } | null = null;

/** Renders HTML with the Markdown in it onto the paper. */
function showHtml(paper: HTMLElement, source: string, { embeds }: EmbedFrameDeps, filled: () => void): () => void {
  shared ??= { rendering: createPartRendering(embeds.options), users: 0 };
  const mine = shared;
  mine.users++;
  let isOver = false;
  void mine.rendering
    .render(source)
    .then((blocks) => {
      if (isOver || blocks === null) return;
      // One fragment: the element that a block opens is closed by another one.
      paper.replaceChildren(cleanHtml(blocks.join("\n")));
      filled();
    })
    .catch(() => {
      if (!isOver) paper.textContent = source;
    });
  return () => {
    isOver = true;
    mine.users--;
    if (mine.users > 0) return;
    mine.rendering.stop();
    if (shared === mine) shared = null;
  };
}
