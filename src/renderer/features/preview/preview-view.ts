import type { Text } from "@codemirror/state";
import { languageOfText } from "../../editor/text-language";
import { filePart, linkKind } from "../../rendering/links";
import { cleanHtml } from "../../rendering/page/clean-html";
import { readingWords } from "../../rendering/page/messages";
import type { FindImage } from "../../rendering/page/pictures";
import { createRendering } from "../../rendering/page/rendering";
import type { FromWorker } from "../../rendering/page/rendering-protocol";
import { startReadingWorker } from "../../rendering/page/start-rendering-worker";
import { WIKI } from "../../rendering/wiki-links";
import type { Copy } from "../../workbench/tabs/tabs";
import { createNearView } from "./near-view";
import { createReadingFind } from "./preview-find";
import { followLooks, openReadingFrame, type ReadingFrame } from "./preview-frame";
import { type ReadingPlace, Sheet } from "./sheet";
import { toggledTask } from "./toggled-task";

/** Milliseconds that the view may be behind the text. */
const BEHIND = 150;

/** Where a link leads that is not in this document. */
export type ReadingLink = { kind: "web"; address: string } | { kind: "file" | "wiki"; target: string };

export type ReadingWorld = {
  copy: Copy;
  findImage: FindImage;
  follow(link: ReadingLink): void;
  /** The person came into the frame, of which the page hears nothing. */
  entered(): void;
  /** Keys that are pressed in the frame are the page's as well; true where it used one. */
  pressed(event: KeyboardEvent): boolean;
  /** How the view stands, and what went wrong. */
  told(state: "rendering" | "shown" | "empty" | "failed", why?: string): void;
  say(sentence: string): void;
  selected(words: string): void;
  menu(event: MouseEvent, link: string | null): void;
};

/** A document as it reads, in a frame of its own, for as long as it is shown. Follows the text that it shows. */
export class ReadingView {
  readonly #world: ReadingWorld;
  readonly #open: ReadingFrame;
  readonly #sheet: Sheet;
  readonly #rendering;
  readonly #near;
  readonly #stops: (() => void)[] = [];
  readonly find;
  /** The text that was last sent to be rendered, and how many lines the one has that is in the page. */
  #shown: Text | null = null;
  #lines = 0;
  #line = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #anchors = new Map<string, number>();
  /** Somebody types beside: the last block that has changed is brought into view once it is there. */
  #typed = false;
  #changed = -1;
  #lastWriter: unknown = null;

  /** Opens the frame in `room`. */
  static async open(room: HTMLElement, world: ReadingWorld): Promise<ReadingView> {
    const frame = await openReadingFrame(room, readingWords.label(world.copy.$about.get().name));
    return new ReadingView(frame, world);
  }

  private constructor(frame: ReadingFrame, world: ReadingWorld) {
    this.#world = world;
    this.#open = frame;
    const { page, window: inner, paper } = frame;
    this.#stops.push(followLooks(page));
    this.#near = createNearView(inner, () => this.#theme(), world.findImage);
    this.#sheet = new Sheet({
      page,
      paper,
      clean: cleanHtml,
      filled: (block) => this.#near.filled(block),
      emptied: (block) => this.#near.emptied(block),
    });
    this.find = createReadingFind(inner, () => this.#sheet.blocks());
    this.#rendering = createRendering(startReadingWorker, {
      heard: (told) => this.#heard(told),
      failed: (why) => world.told("failed", why === "timeout" ? readingWords.slow : why),
    });
    this.#listen();
    this.#line = world.copy.$counts.get().line;
    this.#lastWriter = world.copy.$lastWriter.get();
    this.#stops.push(world.copy.$counts.listen(() => this.#moved()));
    this.refresh();
  }

  focus(): void {
    this.#open.window.focus();
    this.#open.paper.focus({ preventScroll: true });
  }

  place(): ReadingPlace | null {
    return this.#sheet.place();
  }

  show(place: ReadingPlace): void {
    this.#sheet.show(place);
  }

  copySelection(): void {
    this.#open.page.execCommand("copy");
  }

  selectAll(): void {
    void this.#sheet.fillAll().then(() => this.#open.page.getSelection()?.selectAllChildren(this.#open.paper));
  }

  /** All blocks in the page, for a search through all of them. */
  fillAll(): Promise<void> {
    return this.#sheet.fillAll();
  }

  /** Renders the text as it is now. */
  refresh(): void {
    const text = this.#world.copy.content();
    if (text === this.#shown) return;
    if (this.#shown === null) this.#world.told("rendering");
    this.#shown = text;
    this.#setLanguage(languageOfText(text));
    this.#rendering.render(text, { alerts: readingWords.alerts, properties: readingWords.properties });
  }

  /** Fonts, line breaks and voices are those of the text's language; where nothing tells it, the page's. */
  #setLanguage(language: string | null): void {
    if (language === null) this.#open.paper.removeAttribute("lang");
    else this.#open.paper.lang = language;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#rendering.stop();
    this.#sheet.stop();
    this.#near.stop();
    for (const stop of this.#stops) stop();
    this.#open.frame.remove();
  }

  #theme(): "light" | "dark" {
    const { colorScheme } = getComputedStyle(document.documentElement);
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    return colorScheme === "dark" || (colorScheme !== "light" && dark) ? "dark" : "light";
  }

  #heard(told: Exclude<FromWorker, { say: "failed" }>): void {
    if (told.say === "changed") {
      this.#lines = this.#rendering.rendered()?.lines ?? 0;
      this.#changed = told.from + Math.max(0, told.count - 1);
      this.#sheet.change(told.from, told.to, told.count, told.numbers);
    } else if (told.say === "html") this.#sheet.take(told.html);
    else {
      this.#anchors = new Map(told.headings.map(({ id, line }) => [id, line]));
      this.#world.told(this.#world.copy.content().length === 0 ? "empty" : "shown");
      this.#followTyping();
    }
  }

  /** The text or the cursor changed: the first is rendered, the second, which nobody moves here, is gone to. */
  #moved(): void {
    const { line } = this.#world.copy.$counts.get();
    const writer = this.#world.copy.$lastWriter.get();
    const isOthers = writer !== this.#lastWriter && writer?.by.kind !== "you";
    this.#lastWriter = writer;
    if (this.#world.copy.content() !== this.#shown) {
      // What an agent writes is not gone to: the person reads here, or writes elsewhere.
      this.#typed = !isOthers && document.activeElement?.closest(".cm-content") instanceof Element;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.refresh(), BEHIND);
    } else if (line !== this.#line) this.show({ line, below: 40 });
    this.#line = line;
  }

  /** What is typed in an editor beside stays in view here; a block that can be seen at all stays where it is. */
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
    const listen = <K extends keyof DocumentEventMap>(name: K, heard: (event: DocumentEventMap[K]) => void) => {
      page.addEventListener(name, heard, { capture: true });
    };
    listen("keydown", (event) => {
      if (this.#world.pressed(event)) event.preventDefault();
      // All of a long document may not be in the page yet.
      else if (event.key.toLowerCase() === "a" && (event.ctrlKey || event.metaKey) && !event.altKey) {
        event.preventDefault();
        this.selectAll();
      }
    });
    for (const name of ["pointerdown", "focusin"] as const) listen(name, () => this.#world.entered());
    listen("click", (event) => this.#clicked(event));
    listen("auxclick", (event) => event.preventDefault());
    listen("dragstart", (event) => {
      if ((event.target as Element).nodeName === "A" || (event.target as Element).nodeName === "IMG")
        event.preventDefault();
    });
    listen("contextmenu", (event) => {
      event.preventDefault();
      this.#world.menu(event, linkOf(event));
    });
    for (const name of ["wheel", "touchmove", "pointerdown", "keydown"] as const) {
      page.addEventListener(name, () => this.#sheet.release(), { capture: true, passive: true });
    }
    listen("selectionchange", () => this.#world.selected(page.getSelection()?.toString() ?? ""));
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
    // Not `instanceof`: what the page made stays of its kind, whatever document it has been put into.
    if (target.nodeName === "INPUT") {
      this.#tick(event, target as HTMLInputElement);
      return;
    }
    const address = linkOf(event);
    if (address === null) return;
    event.preventDefault();
    this.follow(address);
  }

  /** Goes where a link of the document leads. */
  follow(address: string): void {
    if (address.startsWith(WIKI)) {
      this.#world.follow({ kind: "wiki", target: decodeURIComponent(address.slice(WIKI.length)) });
      return;
    }
    switch (linkKind(address)) {
      case "fragment":
        this.goTo(address.slice(1));
        return;
      case "web":
      case "mail":
        this.#world.follow({ kind: "web", address });
        return;
      case "file":
        if (filePart(address) !== null) this.#world.follow({ kind: "file", target: address });
    }
  }

  /** Scrolls to what bears this name in the document. */
  goTo(name: string): void {
    const id = decoded(name);
    const line = id === "" ? 1 : this.#anchors.get(id);
    if (line !== undefined) {
      this.show({ line, below: 24 });
      return;
    }
    // What is not a heading, such as a note, has to be in the page to be found.
    void this.#sheet.fillAll().then(() => {
      const found = this.#open.page.getElementById(id);
      if (found) found.scrollIntoView({ block: "start" });
      else this.#world.say(readingWords.noPlace(id));
    });
  }

  /** A box of a task: the source changes, and the page with it. */
  #tick(event: MouseEvent, box: HTMLInputElement): void {
    const block = box.closest(".block");
    const index = block ? this.#sheet.indexOf(block) : -1;
    const { copy } = this.#world;
    // The page may be a moment behind the text: as long as no line has come or gone, its lines are the text's.
    const isCurrent = index >= 0 && copy.content().lines === this.#lines;
    const line = this.#sheet.linesOf(index)[0] + Number(box.value);
    const change = isCurrent ? toggledTask(copy.content(), line, box.checked) : null;
    if (!change) {
      event.preventDefault();
      return;
    }
    copy.edit({ changes: change, userEvent: "input.task" });
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
