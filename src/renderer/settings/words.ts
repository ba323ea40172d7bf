/**
 * The words of the page of settings. This room is loaded lazily, so that it has its tables of words at once, in every
 * language: see ui/words.ts. A new setting has an entry in `settings` here and in words.chinese.ts.
 */
import { counting } from "../../shared/language";
import type { imageFolders, SettingName, settingKinds } from "../../shared/settings";
import { spoken } from "../ui/language";
import type { SectionId } from "./sections";
import { chinese } from "./words.chinese";

type Kinds = typeof settingKinds;

/** What a setting is called, a sentence on what it does, and what its values are called. */
type SettingWords<K extends SettingName> = { title: string; about: string } & (Kinds[K] extends {
  choices: readonly (infer Choice extends string)[];
}
  ? { choices: Record<Choice, string> }
  : Kinds[K] extends { kind: "number" }
    ? { unit: string; value: (value: number) => string }
    : object);

/** The page of settings, in one language. */
export type SettingsWords = {
  heading: string;
  search: string;
  sectionsLabel: string;
  results: (count: number) => string;
  none: (query: string) => string;
  clearSearch: string;
  close: string;
  usual: string;
  backTo: (usual: string) => string;
  on: string;
  off: string;
  sections: Record<SectionId, string>;
  /** Above the settings of how documents are set. */
  text: string;
  settings: { [K in SettingName]: SettingWords<K> };
  imageFolders: Record<(typeof imageFolders)[number] | "other", string>;
  imageFolderName: string;
  imageFolderHint: string;
  noImageFolder: string;
  accents: Record<"blue" | "teal" | "green" | "olive" | "amber" | "red" | "pink" | "violet" | "graphite", string>;
  ownAccent: string;
  systemLanguages: string;
  fonts: Record<"serif" | "sans" | "mono" | "system" | "other", string>;
  fontName: string;
  notInstalled: (name: string) => string;
  sample: { heading: string; text: string };
  file: { title: string; about: string; action: string };
  connect: { title: string; about: string; action: string };
  about: { version: (version: string) => string; lead: string; fonts: string };
};

const { number, many } = counting("en");

const english: SettingsWords = {
  heading: "Settings",
  search: "Search the settings",
  sectionsLabel: "Sections of the settings",
  results: (count) => many(count, { one: "setting found", other: "settings found" }),
  none: (query) => `No setting has “${query}” in its name or explanation.`,
  clearSearch: "Clear the search",
  close: "Close the settings",
  usual: "default",
  backTo: (usual) => `Back to the default: ${usual}`,
  on: "On",
  off: "Off",
  sections: {
    appearance: "Appearance",
    writing: "Writing",
    files: "Files",
    keys: "Keys",
    agents: "Agents",
    about: "About",
  },
  text: "Text",
  settings: {
    language: {
      title: "Language",
      about: "What menus, buttons and messages are written in. Documents and what agents read stay as they are.",
      choices: { system: "As the system", en: "English", "zh-CN": "简体中文" },
    },
    theme: {
      title: "Theme",
      about: "Light paper or dark.",
      choices: { system: "As the system", light: "Light", dark: "Dark" },
    },
    contrast: {
      title: "Contrast",
      about: "High contrast: black and white, with strong lines.",
      choices: { system: "As the system", standard: "Standard", high: "High" },
    },
    accent: {
      title: "Accent colour",
      about: "For links, selections and what has the focus. It is made lighter or darker until it can be read well.",
    },
    interfaceSize: {
      title: "Size of the interface",
      about: "Menus, lists and buttons. They also grow with the text, a little less than it does.",
      unit: "%",
      value: (percent) => `${number(percent)} %`,
    },
    motion: {
      title: "Motion",
      about: "Reduced: nothing slides, fades or blinks.",
      choices: { system: "As the system", reduced: "Reduced", full: "Full" },
    },
    textFont: {
      title: "Text font",
      about: "What documents are set in. Literata, Inter and JetBrains Mono come along.",
    },
    codeFont: { title: "Code font", about: "For code, tables as they are written, and plain text files." },
    fontSize: {
      title: "Text size",
      about: "Of documents. Zoom In and Zoom Out change it too, and the interface grows along.",
      unit: "px",
      value: (pixels) => `${number(pixels)} px`,
    },
    lineHeight: {
      title: "Line height",
      about: "From one line to the next, as a multiple of the text's size.",
      unit: "×",
      value: (times) => `${number(times)} ×`,
    },
    measure: {
      title: "Line length",
      about: "How many characters wide a line may get. Between 60 and 75 are easy to read.",
      unit: "chars",
      value: (characters) => many(characters, { one: "character", other: "characters" }),
    },
    lineWrap: {
      title: "Wrap lines",
      about: "Long lines go on below instead of running out of the window.",
    },
    lineNumbers: {
      title: "Line numbers",
      about: "In the margin beside the text.",
      choices: { never: "Never", "plain text": "In plain text", always: "Always" },
    },
    focusMode: { title: "Focus mode", about: "Dims everything but what is being written." },
    focusUnit: {
      title: "What stays clear in focus mode",
      about: "The paragraph at the cursor, or only its sentence.",
      choices: { paragraph: "Paragraph", sentence: "Sentence" },
    },
    renumberLists: {
      title: "Numbered lists go on counting",
      about:
        "When lines of a list are moved, deleted or pasted, its numbers follow. Lists numbered in another way stay.",
    },
    typewriterMode: { title: "Typewriter mode", about: "The line of the cursor stays in the middle of the window." },
    spelling: {
      title: "Check spelling",
      about: "Underlines misspelt words. The dictionaries are on this machine; nothing is asked of the network.",
    },
    spellingLanguages: {
      title: "Languages of the spelling check",
      about:
        "None chosen: those of the system. More come from the system's Hunspell dictionaries and from the folder “dictionaries” among Galley's data.",
    },
    imageFolder: {
      title: "Folder for images",
      about: "Where pasted and dropped images are kept, beside the document that shows them or in the open folder.",
    },
    reviewEdits: {
      title: "Review edits of agents",
      about: "What agents write is in the document at once, and marked in the page until you have kept or undone it.",
    },
    notifyWaiting: {
      title: "Notify me when an agent waits",
      about:
        "Shows a notification of your system when the assistant asks for your approval, or an HTTP client wants to connect, while you are in another program. It names who asks, for what and which document, never what is written there.",
    },
    readingMarks: {
      title: "What agents have read",
      about: "Marks in the margin beside the lines that agents have read since they connected.",
    },
    defaultLineCount: {
      title: "Lines read at once",
      about: "How many lines an agent gets when it opens a text file and names no range.",
      unit: "lines",
      value: (lines) => many(lines, { one: "line", other: "lines" }),
    },
    logLevel: {
      title: "What the log keeps",
      about: "Each has what stands before it as well. Texts of documents and keys are never written to it.",
      choices: { error: "Errors", warning: "Warnings", info: "What happens", debug: "Every request" },
    },
    batchLimit: {
      title: "Paragraphs handed in at once",
      about: "How many paragraphs of a book an agent may hand in with one call.",
      unit: "paragraphs",
      value: (paragraphs) => many(paragraphs, { one: "paragraph", other: "paragraphs" }),
    },
    httpDoor: {
      title: "Agents over HTTP",
      about:
        "For agents that connect to an address. Only from this machine, only with the token below, and only to the folders that are open in Galley.",
    },
    httpPort: {
      title: "Port for agents over HTTP",
      about: "Between 1,024 and 65,535. Clients that are set up for another one have to be changed as well.",
      unit: "",
      value: (port) => String(port),
    },
    keys: { title: "Keys", about: "Which keys run which command." },
  },
  accents: {
    blue: "Blue",
    teal: "Teal",
    green: "Green",
    olive: "Olive",
    amber: "Amber",
    red: "Red",
    pink: "Pink",
    violet: "Violet",
    graphite: "Graphite",
  },
  systemLanguages: "Those of the system",
  ownAccent: "A colour of your own",
  fonts: { serif: "Literata", sans: "Inter", mono: "JetBrains Mono", system: "System", other: "Other…" },
  imageFolders: {
    beside: "Beside the document",
    assets: "assets",
    images: "images",
    attachments: "attachments",
    "by document": "One for each document",
    other: "Another folder…",
  },
  imageFolderName: "Name of the folder for images",
  imageFolderHint: "Such as pictures/2026, in the document's folder. With / in front: in the open folder.",
  noImageFolder:
    "This cannot be a folder's name here: no .. or hidden folders, no names that Windows reserves, and none of < > : \" | ? * \\.",
  fontName: "Name of an installed font",
  notInstalled: (name) => `“${name}” is not installed here; another font stands in for it.`,
  sample: {
    heading: "The harbour in winter",
    text: "The ferry comes twice a day, weather permitting, and rarely on Sundays. Bring a lamp, and oil for three evenings: the warehouse has had none since the storm of the ninth.",
  },
  file: {
    title: "Settings as a file",
    about: "All of this is one text file, settings.json. What you change in it holds as soon as you save it.",
    action: "Open Settings File",
  },
  connect: {
    title: "Connect an agent",
    about:
      "Any agent that speaks MCP can read and edit the documents in the folder you have open, and nothing outside.",
    action: "Connect an Agent…",
  },
  about: {
    version: (version) => `Version ${version}`,
    lead: "A page that you and your agents write on together. Your documents stay plain files where they are; Galley loads nothing from the network.",
    fonts: "Set in Literata, Inter and JetBrains Mono, under the SIL Open Font License.",
  },
};

/** The words of the page of settings in the language in use. */
export let settingsWords: SettingsWords = english;

spoken<SettingsWords>({ en: english, "zh-CN": chinese }, (now) => {
  settingsWords = now;
});
