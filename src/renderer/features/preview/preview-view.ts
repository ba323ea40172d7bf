import type { Text } from "@codemirror/state";
import type { ReadableAtom } from "nanostores";
import type { Settings } from "../../../shared/settings";
import { hasDice } from "../../../shared/settings";
import { languageOfText } from "../../editor/text/text-language";
import { filePart, linkKind } from "../../rendering/links";
import { cleanHtml } from "../../rendering/page/clean-html";
import { type FindEmbed, isInEmbed } from "../../rendering/page/embeds";
import { createLazyDrawing, type LazyDrawingDeps } from "../../rendering/page/lazy-drawing";
import { previewMessages } from "../../rendering/page/messages";
import { embeddedIn, type FindImage } from "../../rendering/page/pictures";
import { followAppearance, openPreviewFrame, type PreviewFrame } from "../../rendering/page/preview-frame";
import { createRendering } from "../../rendering/page/rendering";
import { renderingOptions } from "../../rendering/page/rendering-options";
import type { FromWorker } from "../../rendering/page/rendering-protocol";
import { startRenderingWorker } from "../../rendering/page/start-rendering-worker";
import type { RenderingOptions } from "../../rendering/rendered-document";
import { WIKI } from "../../rendering/wiki-links";
import type { PreviewPosition } from "../../workbench/api/feature-stores";
import type { TabEditor } from "../../workbench/api/tabs";
import { PreviewBlocks } from "./preview-blocks";
import { createPreviewFind } from "./preview-find";
import { createPreviewPassages } from "./preview-passages";
import { makeDiceRollable, rollDiceIn } from "./roll-dice";
import { toggledTask } from "./toggled-task";

/** The longest delay of the preview behind the text, in milliseconds. */
const REFRESH_DELAY_MS = 150;

/** A link that leads out of this document; `from` is the embedded note that it is in. */
export type PreviewLink =
  | { kind: "web"; address: string }
  | { kind: "file" | "wiki"; target: string; from: string | undefined };

export type PreviewOptions = {
  editor: TabEditor;
  $settings: ReadableAtom<Settings>;
  findImage: FindImage;
  findEmbed: FindEmbed;
  isMissing: LazyDrawingDeps["isMissing"];
  follow(link: PreviewLink): void;
  /** The user clicked or focused the frame; the window receives no event for that. */
  entered(): void;
  /** Handles a key that was pressed in the frame; true if it was used. */
  handleKeyDown(event: KeyboardEvent): boolean;
  /** Reports the state of the preview, and the error if it failed. */
  onStatus(state: "rendering" | "shown" | "empty" | "failed", why?: string): void;
  announce(sentence: string): void;
  selected(text: string): void;
  menu(event: MouseEvent, link: string | null, from: string | undefined): void;
};

/** The preview of a document in a frame. It follows changes of the text. */
export class PreviewView {
  readonly #options: PreviewOptions;
  readonly #open: PreviewFrame;
  readonly #sheet: PreviewBlocks;
  readonly #rendering;
  readonly #near;
  readonly #stops: (() => void)[] = [];
  readonly find;
  readonly passages;
  readonly #passages;
  /** The text that was last sent to the renderer, and the number of lines of the rendered one. */
  #shown: Text | null = null;
  #shownWith = "";
  #lines = 0;
  #line = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #anchors = new Map<string, number>();
  /** Whether the user types in an editor beside: the last changed block is scrolled into view. */
  #typed = false;
  #changed = -1;
  #lastWriter: unknown = null;

  /** Creates the frame in `container`. */
  static async open(container: HTMLElement, options: PreviewOptions): Promise<PreviewView> {
    const frame = await openPreviewFrame(container, previewMessages.label(options.editor.$info.get().name));
    return new PreviewView(frame, options);
  }

  private constructor(frame: PreviewFrame, options: PreviewOptions) {
    this.#options = options;
    this.#open = frame;
    const { page, window: inner, paper } = frame;
    this.#stops.push(followAppearance(page));
    this.#near = createLazyDrawing(inner, {
      findImage: options.findImage,
      embeds: { find: options.findEmbed, options: () => this.#renderingOptions() },
      theme: () => this.#theme(),
      enlarge: (picture) =>
        void import("../../drawings/enlarge-drawing").then(({ enlargeDrawing }) => enlargeDrawing(picture)),
      isMissing: options.isMissing,
    });
    this.#sheet = new PreviewBlocks({
      page,
      paper,
      clean: cleanHtml,
      filled: (block) => {
        this.#near.filled(block);
        makeDiceRollable(block);
        this.#passages.blocksChanged();
      },
      emptied: (block) => this.#near.emptied(block),
    });
    this.#passages = createPreviewPassages({
      inner,
      paper,
      sheet: this.#sheet,
      text: () => this.#rendering.rendered(),
    });
    this.passages = this.#passages.handle;
    this.find = createPreviewFind(inner, () => this.#sheet.blocks());
    this.#rendering = createRendering(startRenderingWorker, {
      onMessage: (message) => this.#handleMessage(message),
      failed: (why) => options.onStatus("failed", why === "timeout" ? previewMessages.slow : why),
    });
    this.#listen();
    this.#line = options.editor.$counts.get().line;
    this.#lastWriter = options.editor.$lastWriter.get();
    this.#stops.push(options.editor.$counts.listen(() => this.#moved()));
    this.#stops.push(options.$settings.listen(() => this.refresh()));
    this.refresh();
  }

  focus(): void {
    this.#open.window.focus();
    this.#open.paper.focus({ preventScroll: true });
  }

  position(): PreviewPosition | null {
    return this.#sheet.position();
  }

  show(position: PreviewPosition): void {
    this.#sheet.show(position);
  }

  copySelection(): void {
    this.#open.page.execCommand("copy");
  }

  selectAll(): void {
    void this.#sheet.fillAll().then(() => this.#open.page.getSelection()?.selectAllChildren(this.#open.paper));
  }

  /** Puts all blocks into the DOM, so that all of them can be searched. */
  fillAll(): Promise<void> {
    return this.#sheet.fillAll();
  }

  /** Renders the current text. */
  refresh(): void {
    const text = this.#options.editor.content();
    const options = this.#renderingOptions();
    const renderedWith = JSON.stringify(options);
    if (text === this.#shown && renderedWith === this.#shownWith) return;
    if (this.#shown === null) this.#options.onStatus("rendering");
    this.#shown = text;
    this.#shownWith = renderedWith;
    this.#setLanguage(languageOfText(text));
    this.#rendering.render(text, options);
  }

  #renderingOptions(): RenderingOptions {
    const settings = this.#options.$settings.get();
    return { ...renderingOptions(settings), dice: hasDice(settings) };
  }

  /** Sets the language of the text, for fonts, line breaks and screen readers; if unknown, the window's language applies. */
  #setLanguage(language: string | null): void {
    if (language === null) this.#open.paper.removeAttribute("lang");
    else this.#open.paper.lang = language;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#rendering.stop();
    this.#sheet.stop();
    this.#near.stop();
    this.#passages.stop();
    for (const stop of this.#stops) stop();
    this.#open.frame.remove();
  }

  #theme(): "light" | "dark" {
    const { colorScheme } = getComputedStyle(document.documentElement);
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    return colorScheme === "dark" || (colorScheme !== "light" && dark) ? "dark" : "light";
  }

  #handleMessage(message: Exclude<FromWorker, { type: "failed" }>): void {
    if (message.type === "changed") {
      this.#lines = this.#rendering.rendered()?.lines ?? 0;
      this.#changed = message.from + Math.max(0, message.count - 1);
      this.#sheet.change(message.from, message.to, message.count, message.numbers);
    } else if (message.type === "html") this.#sheet.take(message.html);
    else {
      this.#anchors = new Map(message.headings.map(({ id, line }) => [id, line]));
      this.#options.onStatus(this.#options.editor.content().length === 0 ? "empty" : "shown");
      this.#followTyping();
      this.#passages.blocksChanged();
    }
  }

  /** Handles a change of the text or the cursor: renders the text, or scrolls to a line that was jumped to. */
  #moved(): void {
    const { line } = this.#options.editor.$counts.get();
    const writer = this.#options.editor.$lastWriter.get();
    const isOthers = writer !== this.#lastWriter && writer?.by.kind !== "you";
    this.#lastWriter = writer;
    if (this.#options.editor.content() !== this.#shown) {
      // Do not scroll to an agent's edits: the user is reading here or writing elsewhere.
      this.#typed = !isOthers && document.activeElement?.closest(".cm-content") instanceof Element;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.refresh(), REFRESH_DELAY_MS);
    } else if (line !== this.#line) this.show({ line, below: 40 });
    this.#line = line;
  }

  /** Scrolls to the block that is being typed in an editor beside, unless it is already visible. */
  #followTyping(): void {
    if (!this.#typed || this.#changed < 0) return;
    this.#typed = false;
    const [first] = this.#sheet.linesOf(this.#changed);
    const box = this.#sheet.blockOfLine(first)?.getBoundingClientRect();
    const { innerHeight } = this.#open.window;
    if (box && box.height > 0 && box.top < innerHeight && box.bottom > 0 && (box.bottom <= innerHeight || box.top <= 0))
      return;
    this.show({ line: first, below: innerHeight / 3 });
  }

  #listen(): void {
    const { page } = this.#open;
    const listen = <K extends keyof DocumentEventMap>(name: K, listener: (event: DocumentEventMap[K]) => void) => {
      page.addEventListener(name, listener, { capture: true });
    };
    listen("keydown", (event) => {
      const isPress = (event.key === "Enter" || event.key === " ") && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (isPress && rollDiceIn(event.target as Element, this.#options.announce)) event.preventDefault();
      else if (this.#options.handleKeyDown(event)) event.preventDefault();
      // Select all explicitly: a long document may not be in the DOM yet.
      else if (event.key.toLowerCase() === "a" && (event.ctrlKey || event.metaKey) && !event.altKey) {
        event.preventDefault();
        this.selectAll();
      }
    });
    for (const name of ["pointerdown", "focusin"] as const) listen(name, () => this.#options.entered());
    listen("click", (event) => this.#clicked(event));
    listen("auxclick", (event) => event.preventDefault());
    listen("dragstart", (event) => {
      if ((event.target as Element).nodeName === "A" || (event.target as Element).nodeName === "IMG")
        event.preventDefault();
    });
    listen("contextmenu", (event) => {
      event.preventDefault();
      this.#options.menu(event, linkOf(event), embeddedIn(event.target as Element));
    });
    for (const name of ["wheel", "touchmove", "pointerdown", "keydown"] as const) {
      page.addEventListener(name, () => this.#sheet.release(), { capture: true, passive: true });
    }
    listen("selectionchange", () => this.#options.selected(page.getSelection()?.toString() ?? ""));
    page.addEventListener("scroll", () => this.#passages.moved(), { passive: true });
    const resized = new ResizeObserver(() => this.#passages.moved());
    resized.observe(this.#open.paper);
    this.#stops.push(() => resized.disconnect());
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const themed = () => this.#near.themeChanged();
    const observer = new MutationObserver(themed);
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    dark.addEventListener("change", themed);
    this.#stops.push(
      () => observer.disconnect(),
      () => dark.removeEventListener("change", themed),
    );
  }

  #clicked(event: MouseEvent): void {
    const target = event.target as Element;
    // `nodeName`, not `instanceof`: elements keep the prototypes of the window that created them.
    if (target.nodeName === "INPUT") {
      this.#tick(event, target as HTMLInputElement);
      return;
    }
    // A selection that ends at dice rolls none.
    const isSelecting = this.#open.page.getSelection()?.isCollapsed === false;
    if (!isSelecting && rollDiceIn(target, this.#options.announce)) return;
    const address = linkOf(event);
    if (address === null) {
      if (this.#open.page.getSelection()?.isCollapsed) this.#passages.pick(event.clientX, event.clientY);
      return;
    }
    event.preventDefault();
    this.follow(address, embeddedIn(target));
  }

  /** Follows a link of the document, or of a note embedded in it. */
  follow(address: string, from?: string): void {
    if (address.startsWith(WIKI)) {
      this.#options.follow({ kind: "wiki", target: decodeURIComponent(address.slice(WIKI.length)), from });
      return;
    }
    switch (linkKind(address)) {
      case "fragment":
        this.goTo(address.slice(1));
        return;
      case "web":
      case "mail":
        this.#options.follow({ kind: "web", address });
        return;
      case "file":
        if (filePart(address) !== null) this.#options.follow({ kind: "file", target: address, from });
    }
  }

  /** Scrolls to the element with this id. */
  goTo(name: string): void {
    const id = decoded(name);
    const line = id === "" ? 1 : this.#anchors.get(id);
    if (line !== undefined) {
      this.show({ line, below: 24 });
      return;
    }
    // Targets other than headings, such as footnotes, are found only once they are in the DOM.
    void this.#sheet.fillAll().then(() => {
      const found = this.#open.page.getElementById(id);
      if (found) found.scrollIntoView({ block: "start" });
      else this.#options.announce(previewMessages.targetNotFound(id));
    });
  }

  /** Toggles a task in the source and renders it again. */
  #tick(event: MouseEvent, box: HTMLInputElement): void {
    const block = isInEmbed(box) ? null : box.closest(".block");
    const index = block ? this.#sheet.indexOf(block) : -1;
    const { editor } = this.#options;
    // The preview may lag behind the text: its line numbers are valid while the number of lines is the same.
    const isCurrent = index >= 0 && editor.content().lines === this.#lines;
    const line = this.#sheet.linesOf(index)[0] + Number(box.value);
    const change = isCurrent ? toggledTask(editor.content(), line, box.checked) : null;
    if (!change) {
      event.preventDefault();
      return;
    }
    editor.edit({ changes: change, userEvent: "input.task" });
    this.refresh();
  }
}

function linkOf(event: MouseEvent): string | null {
  return (event.target as Element).closest?.("a[href]")?.getAttribute("href") ?? null;
}

const decoded = (name: string): string => {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};
