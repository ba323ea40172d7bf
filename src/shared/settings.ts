/**
 * Every setting with its kind, default and valid values. A new setting is one line in `settingKinds`, its messages in
 * `src/renderer/features/settings/messages.ts` and `messages.zh.ts`, and its name in a section of
 * `src/renderer/features/settings/sections.ts`. Main stores and validates settings, the renderer shows and uses them;
 * both read this table.
 */
import { toolSets } from "../core/tools/tool-sets";
import { isKeySettings, type KeySettings } from "./keys";
import type { Language } from "./language";
import { logLevels } from "./log-level";

/** The kind of a setting and its valid values. `usual` is the default. */
export type SettingKind =
  | { kind: "choice"; usual: string; choices: readonly string[] }
  | { kind: "flag"; usual: boolean }
  /** Integers if `step` is one. */
  | { kind: "number"; usual: number; least: number; most: number; step: number }
  | { kind: "text"; usual: string; pattern: RegExp }
  /** Keys of commands that differ from the defaults. */
  | { kind: "keys"; usual: KeySettings };

const choice = <const T extends string>(usual: NoInfer<T>, choices: readonly T[]) =>
  ({ kind: "choice", usual, choices }) as const;
const flag = (usual: boolean) => ({ kind: "flag", usual }) as const;
const number = (usual: number, least: number, most: number, step = 1) =>
  ({ kind: "number", usual, least, most, step }) as const;
const text = (usual: string, pattern: RegExp) => ({ kind: "text", usual, pattern }) as const;

/** A name that can be quoted in a style sheet. */
const fontName = /^[^"'\\;{}<>()\p{Cc}]{1,100}$/u;

/** Suggested image folders; the first and last are not folder names. */
export const imageFolders = ["beside", "assets", "images", "attachments", "by document"] as const;

/** A path segment that every system can store and show: not hidden, reserved or `..`. */
const folderName = String.raw`(?!(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.[^\/]*)?(?:\/|$))(?![. ])[^<>:"|?*\\\/\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]{1,80}(?<![. ])`;

/** Up to eight segments below the document's folder; with a leading `/` below the open folder. */
const folderPath = new RegExp(String.raw`^\/?${folderName}(?:\/${folderName}){0,7}$`, "iu");

/** Such a folder of the open folder, or the open folder itself. */
const relativeFolder = new RegExp(String.raw`^(?:${folderName}(?:\/${folderName}){0,7})?$`, "iu");

/** Letters of a date, and the characters that file names may have; `/` makes folders. */
const dateFormat = /^(?!\/)[^<>:"|?*\\\p{Cc}]{1,100}$/u;

const listOfToolSets = new RegExp(`^(?:${toolSets.join("|")})(?:, ?(?:${toolSets.join("|")}))*$`);

/** One line per setting. */
export const settingKinds = {
  /** `system` follows the desktop. */
  theme: choice("system", ["system", "light", "dark"]),
  /** The colours: a theme of Galley's, or a file of the folder `themes`, such as `Sea.css`. */
  colourTheme: text("galley", /^(?:galley|sepia|slate|forest|(?!\.)[^/\\:*?"<>|\p{Cc}]{1,100}\.css)$/u),
  contrast: choice("system", ["system", "standard", "high"]),
  /** A colour name of `ui/accents.ts`, or `#rrggbb`. */
  accent: text("blue", /^(?:blue|teal|green|olive|amber|red|pink|violet|graphite|#[0-9a-f]{6})$/i),
  /** The interface language; `system` follows the desktop. */
  language: choice<"system" | Language>("system", ["system", "en", "zh-CN"]),
  /** The font of documents: `serif`, `sans`, `mono`, `system`, or the name of an installed font. */
  textFont: text("serif", fontName),
  /** The font of code, tables and plain text: `mono`, or the name of an installed font. */
  codeFont: text("mono", fontName),
  /** Whether code shows several signs as one, such as an arrow for `->`. */
  codeLigatures: flag(true),
  /** Font size of the editor in pixels. */
  fontSize: number(16, 8, 48),
  /** A multiple of the font size. */
  lineHeight: number(1.65, 1.2, 2.4, 0.05),
  /** Maximum line length in widths of `0`. */
  measure: number(72, 40, 160),
  /** Size of the interface in percent, relative to the font size. */
  interfaceSize: number(100, 75, 175, 5),
  /** `system` follows the desktop's reduced-motion setting. */
  motion: choice("system", ["system", "reduced", "full"]),
  /** Whether side bar and menu have the library; turned on when the user opens the library. */
  showLibrary: flag(false),
  /** Whether the menu has the view for books; turned on when the user opens it or a book. */
  showBooks: flag(false),
  /** Whether the side bar has the tags; turned on when the user opens them. */
  showTags: flag(false),
  lineWrap: flag(true),
  /** Whether a single line break in a paragraph is shown in previews, exports and print, as in the editor, or joins its lines. */
  lineBreaks: choice("keep", ["keep", "join"]),
  /** Whether `^text^` is raised and `~text~` is lowered. */
  superSubscript: flag(false),
  /** Whether codes such as `:smile:` are shown as emoji. */
  emojiCodes: flag(true),
  /** Whether dice in text such as `2d6+3` are marked and rolled with a click: once the library is used, always, or never. */
  dice: choice("library", ["library", "on", "off"]),
  /** How front matter is shown in live preview: as a form, not at all, or as it is written. */
  properties: choice("form", ["form", "hidden", "source"]),
  /** Whether quotes, dashes and dots become typographic ones while they are typed. */
  smartPunctuation: flag(false),
  /** Whether an Obsidian vault's own settings are used in it. */
  vaultSettings: flag(true),
  /** Where line numbers are shown. */
  lineNumbers: choice("plain text", ["never", "plain text", "always"]),
  /** Where pasted and dropped images are stored: `beside` the document, `by document`, or a folder name. */
  imageFolder: text("assets", folderPath),
  /** The folder of daily notes, the format of their names in Moment's letters, and the folder of templates; in the open folder. */
  dailyFolder: text("Daily notes", relativeFolder),
  dailyFormat: text("YYYY-MM-DD", dateFormat),
  templateFolder: text("Templates", relativeFolder),
  /** Dims everything except the paragraph or sentence at the cursor. */
  focusMode: flag(false),
  focusUnit: choice("paragraph", ["paragraph", "sentence"]),
  /** Keeps the cursor's line in the middle of the window. */
  typewriterMode: flag(false),
  /** Renumbers ordered lists after lines were moved, deleted or inserted. */
  renumberLists: flag(true),
  /** Underlines misspelled words, using dictionaries on this machine. */
  spelling: flag(true),
  /** Comma-separated tags such as `en-GB, de`; empty: the system's languages. */
  spellingLanguages: text("", /^(?:[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,3}(?:, ?(?=[A-Za-z])|$)){0,8}$/),
  /** Underlines mistakes of English grammar, if English is among the languages. */
  grammar: flag(false),
  /** Comma-separated names of grammar rules that are off. */
  grammarRulesOff: text("", /^(?:[A-Za-z0-9]{1,80}(?:, ?(?=[A-Za-z0-9])|$)){0,200}$/),
  /** Marks in the margin for lines that agents have read. */
  readingMarks: flag(false),
  /** Edits of agents are pending until the user keeps or undoes them. */
  reviewEdits: flag(true),
  /** Which writes of external programs are pending: those while an agent works in the folder, or that an agent announced; all; none. */
  reviewExternal: choice("agents", ["agents", "always", "never"]),
  /** Where new comments on texts are stored: in `.galley/comments` of the folder, or in Galley's own data. */
  commentsFolder: choice("folder", ["folder", "data"]),
  /** Comments stand beside their passages where the window is wide enough. */
  commentsInMargin: flag(true),
  /** System notifications when something needs the user while Galley is in the background. */
  notifyWaiting: flag(true),
  /** Number of lines that `text_editor` reads without a range. */
  defaultLineCount: number(200, 1, 10_000),
  /** Maximum paragraphs of a book that an agent may submit per call. */
  batchLimit: number(200, 10, 1000),
  /** Agents may connect over HTTP, from this machine only and with the token. */
  httpDoor: flag(false),
  httpPort: number(47_115, 1024, 65_535),
  /** The sets of tools that agents over HTTP are offered. */
  httpTools: text(toolSets.join(", "), listOfToolSets),
  /** Answers to agents over HTTP have their data as structured content too. */
  httpStructured: flag(false),
  /** The user's own agents for the panel: `Name = command with arguments`, separated by semicolons. */
  agentCommands: text("", /^[^\p{Cc}]{0,1000}$/u),
  /** Where the panel's list of agents is read from when the user asks for it: an https address or a file; empty for the protocol's own registry. */
  agentRegistry: text("", /^[^\p{Cc}]{0,1000}$/u),
  /** The version of the Agent Client Protocol that agents of the panel are asked for; 2 is a draft, and agents without it get 1. */
  agentProtocol: choice("1", ["1", "2"]),
  /** The sets of tools that the panel's models are offered. */
  panelTools: text(toolSets.join(", "), listOfToolSets),
  /** The log level; each includes the ones before it. */
  logLevel: choice("info", logLevels),
  /** Keys that differ from the defaults: `{"bold": "Mod+Alt+B", "find": ["Mod+F", "F3"], "italic": null}`. */
  keys: { kind: "keys", usual: {} },
} satisfies Record<string, SettingKind>;

/** The name of a setting in the file. */
export type SettingName = keyof typeof settingKinds;

type ValueOf<K extends SettingKind> = K extends { choices: readonly (infer T)[] }
  ? T
  : K extends { kind: "flag" }
    ? boolean
    : K extends { kind: "number" }
      ? number
      : K extends { kind: "keys" }
        ? KeySettings
        : string;

/** The value of every setting. */
export type Settings = { [K in SettingName]: ValueOf<(typeof settingKinds)[K]> };

/** Every setting name, in the order of the table. */
export const settingNames = Object.keys(settingKinds) as SettingName[];

/** The defaults. */
export const defaultSettings = Object.fromEntries(
  settingNames.map((name) => [name, settingKinds[name].usual]),
) as Settings;

/** Whether `value` is valid for the setting. */
export function isSetting(name: SettingName, value: unknown): boolean {
  const allowed = settingKinds[name] as SettingKind;
  switch (allowed.kind) {
    case "choice":
      return typeof value === "string" && allowed.choices.includes(value);
    case "flag":
      return typeof value === "boolean";
    case "number": {
      const isInRange = typeof value === "number" && value >= allowed.least && value <= allowed.most;
      return isInRange && (allowed.step < 1 || Number.isInteger(value));
    }
    case "keys":
      return isKeySettings(value);
    case "text":
      return typeof value === "string" && value.length <= 1000 && allowed.pattern.test(value);
  }
}

/** The effective language, given the system's. */
export const spokenLanguage = ({ language }: Settings, system: Language): Language =>
  language === "system" ? system : language;

/** Whether dice in text are marked. */
export const hasDice = ({ dice, showLibrary }: Pick<Settings, "dice" | "showLibrary">): boolean =>
  dice === "on" || (dice === "library" && showLibrary);
