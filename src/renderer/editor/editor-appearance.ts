import type { Text } from "@codemirror/state";
import type { ReadableAtom } from "nanostores";
import type { Bridge, Settings } from "../../shared/contract";
import type { Keyboard } from "../../shared/keys";
import { RestTimer } from "../ui/rest-timer";
import { commandKeys, type EditorCompartments, formatExtensions, numbering, shownBy, textSize } from "./editor";
import type { EditorHost } from "./editor-host";
import { covered, uncover } from "./large/giant-lines";
import { modeOf, showAs } from "./live/mode";
import { declaredLanguage, onBeginningChanged } from "./text/text-language";

/** How long the front matter rests before the language that it names counts, in milliseconds. */
const LANGUAGE_REST = 600;

type AppearanceDeps = {
  bridge: Bridge;
  settings: ReadableAtom<Settings>;
  keyboard: ReadableAtom<Keyboard>;
  host: Pick<EditorHost, "state" | "dispatch" | "view" | "isMounted">;
  compartments: EditorCompartments;
  format(): "markdown" | "text";
  text(): Text;
  /** The length of the text, or its estimated length while it is loading. */
  length(): number;
  announce(sentence: string): void;
  saveSettings: ((changed: Partial<Settings>) => void) | undefined;
};

/**
 * The appearance of an editor: highlighting, keys, gutters, and everything else that settings change while it is open.
 * Line wrap and text size apply from the beginning; the rest starts when the editor is first shown, so that startup
 * with many tabs stays fast.
 */
export class EditorAppearance {
  readonly #deps: AppearanceDeps;
  readonly #stops: readonly (() => void)[];
  #isStarted = false;
  #hasMarks = false;
  #spelling = "off";
  #focused = "";
  readonly #languageRest = new RestTimer(LANGUAGE_REST, () => void this.#checkSpelling());
  #isStopped = false;
  #isWrapped: boolean;

  constructor(deps: AppearanceDeps) {
    this.#deps = deps;
    this.#isWrapped = deps.settings.get().lineWrap;
    this.#stops = [
      deps.settings.listen((settings) => this.#applySettings(settings)),
      deps.keyboard.listen(() => this.#bindKeys()),
    ];
  }

  /** Call this when the editor is about to be shown. */
  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    const { settings, host, compartments, text, length } = this.#deps;
    const format = this.#deps.format();
    host.dispatch({
      effects: [
        compartments.format.reconfigure(formatExtensions(format, text(), length())),
        compartments.numbers.reconfigure(numbering(settings.get(), format)),
        ...(format === "markdown" ? [showAs(modeOf(host.state) ?? "live")] : []),
      ],
    });
    this.#bindKeys();
    void this.#showMarks();
    void this.#checkSpelling();
    void this.#focus();
  }

  /** The document may have another format. */
  restart(): void {
    if (!this.#isStarted) return;
    this.#isStarted = false;
    this.start();
  }

  stop(): void {
    this.#isStopped = true;
    this.#languageRest.stop();
    for (const stop of this.#stops) stop();
  }

  #applySettings(settings: Settings): void {
    const { host, compartments, format } = this.#deps;
    const { wrap, size, numbers } = compartments;
    const numbered = this.#isStarted ? [numbers.reconfigure(numbering(settings, format()))] : [];
    void this.#showMarks();
    void this.#checkSpelling();
    void this.#focus();
    const isRewrapped = settings.lineWrap !== this.#isWrapped;
    this.#isWrapped = settings.lineWrap;
    host.dispatch({
      effects: [
        wrap.reconfigure(shownBy(settings)),
        size.reconfigure(textSize(settings)),
        ...numbered,
        ...(isRewrapped ? [covered] : []),
      ],
    });
    if (isRewrapped && host.isMounted && host.view) uncover(host.view);
  }

  #bindKeys(): void {
    if (!this.#isStarted) return;
    const { host, compartments, keyboard, format } = this.#deps;
    host.dispatch({ effects: compartments.keys.reconfigure(commandKeys(keyboard.get(), format())) });
  }

  /** The gutter of read ranges is loaded when it is first needed. */
  async #showMarks(): Promise<void> {
    const { host, compartments, settings } = this.#deps;
    const wanted = settings.get().readingMarks;
    if (!this.#isStarted || wanted === this.#hasMarks) return;
    this.#hasMarks = wanted;
    const marks = wanted ? (await import("./coverage/read-ranges-gutter")).readRangesGutter() : [];
    if (!this.#isStopped && this.#hasMarks === wanted)
      host.dispatch({ effects: compartments.marks.reconfigure(marks) });
  }

  /** Focus mode is loaded when it is first needed. */
  async #focus(): Promise<void> {
    const { host, compartments } = this.#deps;
    const settings = this.#deps.settings.get();
    const isWanted = this.#isStarted && (settings.focusMode || settings.typewriterMode);
    const wanted = isWanted ? [settings.focusMode, settings.focusUnit, settings.typewriterMode].join() : "";
    if (wanted === this.#focused) return;
    this.#focused = wanted;
    const mode = isWanted ? (await import("./writing/focus-mode")).focusMode(settings) : [];
    if (!this.#isStopped && this.#focused === wanted) host.dispatch({ effects: compartments.focus.reconfigure(mode) });
  }

  /** Spell-check starts when the window is idle, and again when its settings change. */
  async #checkSpelling(): Promise<void> {
    const { host, compartments, bridge, announce, saveSettings, format } = this.#deps;
    const settings = this.#deps.settings.get();
    const isWanted = settings.spelling && this.#isStarted && format() === "markdown";
    const declared = isWanted ? declaredLanguage(host.state.doc) : null;
    const wanted = isWanted
      ? `on ${declared ?? settings.spellingLanguages} ${settings.grammar ? settings.grammarRulesOff : "no grammar"}`
      : "off";
    if (wanted === this.#spelling) return;
    this.#spelling = wanted;
    if (isWanted) await new Promise((done) => requestIdleCallback(done, { timeout: 2000 }));
    const module = isWanted ? await import("./spelling/document-spelling") : null;
    const checking = module
      ? [
          await module.documentSpelling(bridge, settings, declared, { announce, saveSettings }),
          onBeginningChanged(() => this.#languageRest.restart()),
        ]
      : [];
    if (!this.#isStopped && this.#spelling === wanted)
      host.dispatch({ effects: compartments.spelling.reconfigure(checking) });
  }
}
