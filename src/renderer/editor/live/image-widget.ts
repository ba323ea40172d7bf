import type { EditorState } from "@codemirror/state";
import { type EditorView, WidgetType } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { imageSize } from "../../../core/markdown/image-size";
import { element } from "./element";
import { addressOf } from "./follow-link";
import { resizeHandle } from "./image-resize";
import { type FindImage, findImage, type ImageAnswer, type ResolvedImage } from "./live-host";
import { liveMessages } from "./messages";

/** Longer data URLs are named instead of shown. */
const MAX_EMBEDDED = 400_000;

/** An image as written in the document; the address of an embed is `[[name]]`, which is found anywhere in the folder. `width` and `height` come after its alternative text: `![text|300x200](…)`. */
export type NamedImage = { address: string; alt: string; width: number | null; height: number | null };

/** Reads an image node; null if it has no address. */
export function readImage(state: EditorState, node: SyntaxNode, offset: number): NamedImage | null {
  const text = (child: SyntaxNode | null) => (child ? state.sliceDoc(child.from + offset, child.to + offset) : "");
  if (node.name === "WikiEmbed") {
    const address = text(node.getChild("WikiTarget")).trim();
    const size = imageSize(text(node.getChild("WikiAlias")));
    return { address: `[[${address}]]`, alt: size.alt || address, width: size.width, height: size.height };
  }
  const [open, close] = node.getChildren("LinkMark");
  const address = addressOf(state, node, offset);
  if (!open || !close || address === null || address === "") return null;
  const size = imageSize(state.sliceDoc(open.to + offset, close.from + offset));
  return { address, alt: size.alt, width: size.width, height: size.height };
}

/** The kind of an image's address, which decides how it is loaded. */
export function imageKind(address: string): "folder" | "remote" | "embedded" | "too large" | "elsewhere" {
  if (/^data:image\/(?:png|jpeg|gif|webp|avif|bmp);base64,/i.test(address))
    return address.length <= MAX_EMBEDDED ? "embedded" : "too large";
  if (/^data:image\//i.test(address)) return "too large";
  if (/^(?:https?:)?[\\/]{2}/i.test(address)) return "remote";
  // A letter before a colon is a Windows drive, which is outside the folder.
  return /^[a-z][a-z0-9+.-]*:/i.test(address) ? "elsewhere" : "folder";
}

/** The file path in an address: without query, and with `%20` decoded. */
export function pathIn(address: string): string {
  const path = address.replace(/[?#].*$/s, "");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

type ImageRequest = { answer: ImageAnswer | null; waiting: Promise<ImageAnswer>; at: number };

/** How long an answer is cached, in milliseconds: external programs can change or add images. */
const FRESH = 1500;

/** How often the images in view are asked for again, in milliseconds, and how many at a time. */
const RECHECK = { every: 2000, most: 20 };

/**
 * Looks again at images that are in view: their files appear, are replaced or go, and a new document gets its folder
 * with its first name. Folders are not watched for this, since an image may be in any of them.
 */
const watched = new Map<HTMLElement, () => void>();
let timer: ReturnType<typeof setInterval> | null = null;

function watchImage(holder: HTMLElement, recheck: () => void): void {
  watched.set(holder, recheck);
  timer ??= setInterval(() => {
    if (document.hidden) return;
    for (const [each, again] of [...watched].slice(0, RECHECK.most)) {
      // To the end of the line, so that every image has its turn.
      watched.delete(each);
      watched.set(each, again);
      again();
    }
  }, RECHECK.every);
}

function unwatchImage(holder: HTMLElement): void {
  watched.delete(holder);
  if (watched.size > 0 || timer === null) return;
  clearInterval(timer);
  timer = null;
}

/** Requests of each document, keyed by its finder, so that they are released with it. */
const requests = new WeakMap<FindImage, Map<string, ImageRequest>>();

/** The last answer, which is shown meanwhile, and a new request if it is old. */
function ask(find: FindImage, path: string): ImageRequest {
  let mine = requests.get(find);
  if (!mine) {
    mine = new Map();
    requests.set(find, mine);
  }
  const known = mine.get(path);
  if (known && (known.answer === null || performance.now() - known.at < FRESH)) return known;
  const fresh: ImageRequest = { answer: known?.answer ?? null, waiting: find(path), at: performance.now() };
  mine.set(path, fresh);
  void fresh.waiting.then((answer) => {
    fresh.answer = answer;
  });
  return fresh;
}

const isSame = (a: ImageAnswer, b: ImageAnswer) =>
  a.status === "found" ? b.status === "found" && a.url === b.url : b.status === "refused" && a.message === b.message;

/** An image in place of its source or below it, or the reason why it is not shown. */
export class ImageWidget extends WidgetType {
  constructor(
    readonly image: NamedImage,
    readonly manner: "block" | "inline",
    /** Whether it has a handle to change its size, which only Markdown's images have. */
    readonly size: "by handle" | "as it is" = "by handle",
  ) {
    super();
  }

  override eq(other: ImageWidget): boolean {
    const [a, b] = [this.image, other.image];
    return (
      this.manner === other.manner &&
      this.size === other.size &&
      a.address === b.address &&
      a.alt === b.alt &&
      a.width === b.width &&
      a.height === b.height
    );
  }

  override toDOM(view: EditorView): HTMLElement {
    const holder = element("span", `cm-live-image cm-live-${this.manner}`);
    const find = view.state.facet(findImage);
    const kind = imageKind(this.image.address);
    if (kind === "embedded") this.#show(holder, view, { url: this.image.address, width: null, height: null });
    else if (kind === "remote") this.#showError(holder, liveMessages.image.remote, this.image.address);
    else if (kind === "too large") this.#showError(holder, liveMessages.image.embedded, "");
    else if (kind === "elsewhere" || !find) this.#showError(holder, liveMessages.image.elsewhere, this.image.address);
    else {
      const path = pathIn(this.image.address);
      const { answer, waiting } = ask(find, path);
      if (answer) this.#handleAnswer(holder, view, answer);
      else holder.classList.add("cm-live-waiting");
      let last = answer;
      const handleFound = (found: ImageAnswer) => {
        if (last && isSame(last, found)) return;
        last = found;
        // A missing image keeps its reserved space until it is redrawn, so that nothing below moves.
        if (found.status === "found") holder.classList.remove("cm-live-waiting");
        this.#handleAnswer(holder, view, found);
        view.requestMeasure();
      };
      void waiting.then(handleFound);
      watchImage(holder, () => void ask(find, path).waiting.then(handleFound));
    }
    return holder;
  }

  #handleAnswer(holder: HTMLElement, view: EditorView, answer: ImageAnswer): void {
    if (answer.status === "found") this.#show(holder, view, answer);
    else this.#showError(holder, answer.message, "");
  }

  #show(holder: HTMLElement, view: EditorView, found: ResolvedImage): void {
    const picture = element("img", "");
    const { alt } = this.image;
    picture.alt = alt;
    picture.draggable = false;
    picture.decoding = "async";
    if (alt) picture.title = alt;
    // The size is known before the image is loaded, so that nothing moves.
    const scale = this.image.width && found.width ? this.image.width / found.width : 1;
    const width = this.image.width ?? found.width;
    const height = this.image.height ?? (found.height ? Math.round(found.height * scale) : null);
    if (width) picture.width = width;
    if (height) picture.height = height;
    // No higher than the window, and then no wider than the picture, so that the handle is at its corner.
    if (width && height) picture.style.maxWidth = `min(100%, ${((80 * width) / height).toFixed(2)}vh)`;
    picture.addEventListener("error", () => {
      this.#showError(holder, liveMessages.image.broken, this.image.address);
      view.requestMeasure();
    });
    if (!width || !height) picture.addEventListener("load", () => view.requestMeasure());
    picture.src = found.url;
    const frame = element("span", "cm-live-image-frame");
    frame.append(picture);
    if (this.size === "by handle" && !view.state.readOnly) frame.append(resizeHandle(view, holder, picture));
    holder.replaceChildren(frame);
  }

  #showError(holder: HTMLElement, why: string, address: string): void {
    const note = element("span", "cm-live-image-note wraps");
    note.append(element("span", "cm-live-image-words", this.image.alt || liveMessages.image.noAlt));
    const rest = [why, address && (address.length > 120 ? `${address.slice(0, 120)}…` : address)].filter(Boolean);
    note.append(element("span", "cm-live-image-why soft breaks", rest.join(" · ")));
    holder.replaceChildren(note);
  }

  override destroy(holder: HTMLElement): void {
    unwatchImage(holder);
  }

  override ignoreEvent(): boolean {
    return false;
  }
}
