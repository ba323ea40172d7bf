/**
 * Every setting: its kind, what holds until the person changes it, and what is allowed. A new setting is one line in
 * `settingKinds`, its words in `src/renderer/features/settings/messages.ts`, and its name in a section of
 * `src/renderer/features/settings/sections.ts`. Main stores and checks it, the page shows and uses it; both read this table.
 */
import { isKeySettings, type KeySettings } from "./keys";
import type { Language } from "./language";
import { logLevels } from "./log-level";

/** What a setting can be, and what is allowed. `usual` holds until the person changes it. */
export type SettingKind =
  | { kind: "choice"; usual: string; choices: readonly string[] }
  | { kind: "flag"; usual: boolean }
  /** Whole numbers where `step` is one. */
  | { kind: "number"; usual: number; least: number; most: number; step: number }
  | { kind: "text"; usual: string; pattern: RegExp }
  /** Keys of commands that are not the usual ones. */
  | { kind: "keys"; usual: KeySettings };

const choice = <const T extends string>(usual: NoInfer<T>, choices: readonly T[]) =>
  ({ kind: "choice", usual, choices }) as const;
const flag = (usual: boolean) => ({ kind: "flag", usual }) as const;
const number = (usual: number, least: number, most: number, step = 1) =>
  ({ kind: "number", usual, least, most, step }) as const;
const text = (usual: string, pattern: RegExp) => ({ kind: "text", usual, pattern }) as const;

/** A name that can stand in a style sheet between quotes. */
const fontName = /^[^"'\\;{}<>()\p{Cc}]{1,100}$/u;

/** Folders for images that the page of settings offers by themselves; the first and last are no names. */
export const imageFolders = ["beside", "assets", "images", "attachments", "by document"] as const;

/** A part of a path that every system can hold and shows: none that is hidden, reserved, or leads up. */
const folderName = String.raw`(?!(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.[^\/]*)?(?:\/|$))(?![. ])[^<>:"|?*\\\/\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]{1,80}(?<![. ])`;

/** Up to eight of them, below the document's folder; with `/` in front below the folder that is open. */
const folderPath = new RegExp(String.raw`^\/?${folderName}(?:\/${folderName}){0,7}$`, "iu");

/** One line a setting. */
export const settingKinds = {
  /** `system` follows the desktop. */
  theme: choice("system", ["system", "light", "dark"]),
  contrast: choice("system", ["system", "standard", "high"]),
  /** A colour of `ui/accents.ts` by name, or one of one's own as `#rrggbb`. */
  accent: text("blue", /^(?:blue|teal|green|olive|amber|red|pink|violet|graphite|#[0-9a-f]{6})$/i),
  /** What Galley speaks; `system` follows the desktop. */
  language: choice<"system" | Language>("system", ["system", "en", "zh-CN"]),
  /** What documents are set in: `serif`, `sans`, `mono`, `system`, or the name of any font that is installed. */
  textFont: text("serif", fontName),
  /** What code, tables and plain text are set in: `mono`, or the name of any font that is installed. */
  codeFont: text("mono", fontName),
  /** Pixels of the canvas's text. */
  fontSize: number(16, 8, 48),
  /** Times the size of the text. */
  lineHeight: number(1.65, 1.2, 2.4, 0.05),
  /** How long a line may get, in widths of a zero. */
  measure: number(72, 40, 160),
  /** Percent, besides what it grows with the text. */
  interfaceSize: number(100, 75, 175, 5),
  /** `system` follows the desktop's wish for less motion. */
  motion: choice("system", ["system", "reduced", "full"]),
  lineWrap: flag(true),
  /** Where the numbers of lines stand beside the text. */
  lineNumbers: choice("plain text", ["never", "plain text", "always"]),
  /** Where pasted and dropped images are kept: `beside` their document, `by document`, or a folder of any name. */
  imageFolder: text("assets", folderPath),
  /** Dims all but the paragraph or sentence of the cursor. */
  focusMode: flag(false),
  focusUnit: choice("paragraph", ["paragraph", "sentence"]),
  /** The cursor's line stays in the middle of the window. */
  typewriterMode: flag(false),
  /** Lists whose numbers count on still do after lines were moved, deleted or put in. */
  renumberLists: flag(true),
  /** Misspelt words are underlined, by dictionaries that are on this machine. */
  spelling: flag(true),
  /** Tags with commas between them, such as `en-GB, de`; empty: what the system speaks. */
  spellingLanguages: text("", /^(?:[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,3}(?:, ?(?=[A-Za-z])|$)){0,8}$/),
  /** Marks in the margin beside what agents have read. */
  readingMarks: flag(false),
  /** What agents write waits in the page until the person has kept or undone it. */
  reviewEdits: flag(true),
  /** The system's notifications tell what waits for the user while Galley is not in front. */
  notifyWaiting: flag(true),
  /** Lines that `text_editor` reads when no range is asked for. */
  defaultLineCount: number(200, 1, 10_000),
  /** Paragraphs of a book that an agent may hand in with one call. */
  batchLimit: number(200, 10, 1000),
  /** Agents may connect over HTTP, on this machine alone and with the token. */
  httpDoor: flag(false),
  httpPort: number(47_115, 1024, 65_535),
  /** What the log file keeps: each has those before it in it. */
  logLevel: choice("info", logLevels),
  /** The keys of commands that are not the usual ones: `{"bold": "Mod+Alt+B", "find": ["Mod+F", "F3"], "italic": null}`. */
  keys: { kind: "keys", usual: {} },
} satisfies Record<string, SettingKind>;

/** The name of a setting, as it stands in the file. */
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

/** Every setting by its name, in the order of the table. */
export const settingNames = Object.keys(settingKinds) as SettingName[];

/** What holds until the person changes it. */
export const defaultSettings = Object.fromEntries(
  settingNames.map((name) => [name, settingKinds[name].usual]),
) as Settings;

/** Whether `value` is one that the setting may have. */
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

/** The language that these settings ask for, on a system that speaks `system`. */
export const spokenLanguage = ({ language }: Settings, system: Language): Language =>
  language === "system" ? system : language;
