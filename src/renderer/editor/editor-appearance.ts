import type { Text } from "@codemirror/state";
import type { ReadableAtom } from "nanostores";
import type { Bridge, Settings } from "../../shared/contract";
import type { Keyboard } from "../../shared/keys";
import { type Changing, commandKeys, formatted, numbering, textSize, wrapping } from "./editor";
import type { EditorHost } from "./editor-host";
import { covered, uncover } from "./giant-lines";
import { modeOf, showAs } from "./live/mode";

type World = {
  bridge: Bridge;
  settings: ReadableAtom<Settings>;
  keyboard: ReadableAtom<Keyboard>;
  host: Pick<EditorHost, "state" | "dispatch" | "view" | "isMounted">;
  changing: Changing;
  format(): "markdown" | "text";
  text(): Text;
  /** The length of the text, or its estimated length while it is loading. */
  length(): number;
  announce(sentence: string): void;
};

/**
 * The appearance of an editor: highlighting, keys, gutters, and everything else that settings change while it is open.
 * Line wrap and text size apply from the beginning; the rest starts when the editor is first shown, so that startup
 * with many tabs stays fast.
 */
export class EditorDress {
  readonly #world: World;
  readonly #stops: readonly (() => void)[];
  #isOn = false;
  #hasMarks = false;
  #spelling = "off";
  #focused = "";
  #isOver = false;
  #isWrapped: boolean;

  constructor(world: World) {
    this.#world = world;
    this.#isWrapped = world.settings.get().lineWrap;
    this.#stops = [
      world.settings.listen((settings) => this.#use(settings)),
      world.keyboard.listen(() => this.#bindKeys()),
    ];
  }

  /** Call this when the editor is about to be shown. */
  putOn(): void {
    if (this.#isOn) return;
    this.#isOn = true;
    const { settings, host, changing, text, length } = this.#world;
    const format = this.#world.format();
    host.dispatch({
      effects: [
        changing.format.reconfigure(formatted(format, text(), length())),
        changing.numbers.reconfigure(numbering(settings.get(), format)),
        ...(format === "markdown" ? [showAs(modeOf(host.state) ?? "live")] : []),
      ],
    });
    this.#bindKeys();
    void this.#showMarks();
    void this.#checkSpelling();
    void this.#focus();
  }

  /** The document may have another format. */
  change(): void {
    if (!this.#isOn) return;
    this.#isOn = false;
    this.putOn();
  }

  stop(): void {
    this.#isOver = true;
    for (const stop of this.#stops) stop();
  }

  #use(settings: Settings): void {
    const { host, changing, format } = this.#world;
    const { wrap, size, numbers } = changing;
    const numbered = this.#isOn ? [numbers.reconfigure(numbering(settings, format()))] : [];
    void this.#showMarks();
    void this.#checkSpelling();
    void this.#focus();
    const isRewrapped = settings.lineWrap !== this.#isWrapped;
    this.#isWrapped = settings.lineWrap;
    host.dispatch({
      effects: [
        wrap.reconfigure(wrapping(settings)),
        size.reconfigure(textSize(settings)),
        ...numbered,
        ...(isRewrapped ? [covered] : []),
      ],
    });
    if (isRewrapped && host.isMounted && host.view) uncover(host.view);
  }

  #bindKeys(): void {
    if (!this.#isOn) return;
    const { host, changing, keyboard, format } = this.#world;
    host.dispatch({ effects: changing.keys.reconfigure(commandKeys(keyboard.get(), format())) });
  }

  /** The gutter of read ranges is loaded when it is first needed. */
  async #showMarks(): Promise<void> {
    const { host, changing, settings } = this.#world;
    const wanted = settings.get().readingMarks;
    if (!this.#isOn || wanted === this.#hasMarks) return;
    this.#hasMarks = wanted;
    const marks = wanted ? (await import("./coverage/reading-gutter")).readingGutter() : [];
    if (!this.#isOver && this.#hasMarks === wanted) host.dispatch({ effects: changing.marks.reconfigure(marks) });
  }

  /** Focus mode is loaded when it is first needed. */
  async #focus(): Promise<void> {
    const { host, changing } = this.#world;
    const settings = this.#world.settings.get();
    const isWanted = this.#isOn && (settings.focusMode || settings.typewriterMode);
    const wanted = isWanted ? [settings.focusMode, settings.focusUnit, settings.typewriterMode].join() : "";
    if (wanted === this.#focused) return;
    this.#focused = wanted;
    const mode = isWanted ? (await import("./writing/focus-mode")).focusMode(settings) : [];
    if (!this.#isOver && this.#focused === wanted) host.dispatch({ effects: changing.focus.reconfigure(mode) });
  }

  /** Spell-check starts when the window is idle, and again when its settings change. */
  async #checkSpelling(): Promise<void> {
    const { host, changing, bridge, announce, format } = this.#world;
    const settings = this.#world.settings.get();
    const isWanted = settings.spelling && this.#isOn && format() === "markdown";
    const wanted = isWanted ? `on ${settings.spellingLanguages}` : "off";
    if (wanted === this.#spelling) return;
    this.#spelling = wanted;
    if (isWanted) await new Promise((done) => requestIdleCallback(done, { timeout: 2000 }));
    const room = isWanted ? await import("./spelling/document-spelling") : null;
    const checking = room ? await room.documentSpelling(bridge, settings, announce) : [];
    if (!this.#isOver && this.#spelling === wanted) host.dispatch({ effects: changing.spelling.reconfigure(checking) });
  }
}
