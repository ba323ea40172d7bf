/**
 * Strings of the settings. The view is loaded lazily, so its strings for all languages are in its own chunk: see ui/messages.ts. A
 * new setting needs an entry in `settings` here and in messages.zh.ts.
 */
import type { ToolSet } from "../../../core/tools/tool-sets";
import { counting } from "../../../shared/language";
import type { imageFolders, SettingName, settingKinds } from "../../../shared/settings";
import { registerMessages } from "../../ui/language";
import { chinese } from "./messages.zh";
import type { SectionId } from "./sections";

type Kinds = typeof settingKinds;

/** The strings of a setting: title, description and the names of its values. */
type SettingMessages<K extends SettingName> = { title: string; about: string } & (Kinds[K] extends {
  choices: readonly (infer Choice extends string)[];
}
  ? { choices: Record<Choice, string> }
  : Kinds[K] extends { kind: "number" }
    ? { unit: string; value: (value: number) => string }
    : object);

/** The shape that every language has to provide. */
export type SettingsMessages = {
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
  /** Heading of the typography settings. */
  text: string;
  settings: { [K in SettingName]: SettingMessages<K> };
  imageFolders: Record<(typeof imageFolders)[number] | "other", string>;
  imageFolderName: string;
  imageFolderHint: string;
  noImageFolder: string;
  accents: Record<"blue" | "teal" | "green" | "olive" | "amber" | "red" | "pink" | "violet" | "graphite", string>;
  ownAccent: string;
  themes: Record<"galley" | "sepia" | "slate" | "forest", string>;
  addTheme: string;
  /** Letters that show a theme's text. */
  sampleLetters: string;
  showThemes: string;
  systemLanguages: string;
  toolSetNames: Record<ToolSet, string>;
  fonts: Record<"serif" | "sans" | "mono" | "system" | "other", string>;
  fontName: string;
  notInstalled: (name: string) => string;
  sample: { heading: string; text: string };
  file: { title: string; about: string; action: string };
  connect: { title: string; about: string; action: string };
  models: { title: string; about: string; action: string };
  invalidPort: (least: number, most: number) => string;
  invalidText: string;
  about: { version: (version: string) => string; lead: string; fonts: string };
};

const { number, many } = counting("en");

const english: SettingsMessages = {
  heading: "Settings",
  search: "Search settings",
  sectionsLabel: "Settings sections",
  results: (count) => many(count, { one: "setting found", other: "settings found" }),
  none: (query) => `No settings match “${query}”.`,
  clearSearch: "Clear search",
  close: "Close settings",
  usual: "default",
  backTo: (usual) => `Reset to default: ${usual}`,
  on: "On",
  off: "Off",
  sections: {
    appearance: "Appearance",
    writing: "Writing",
    files: "Files",
    keys: "Keyboard shortcuts",
    agents: "Agents",
    about: "About",
  },
  text: "Text",
  settings: {
    language: {
      title: "Language",
      about: "The language of menus, buttons and messages. Your documents and the tools for agents are not translated.",
      choices: { system: "System", en: "English", "zh-CN": "简体中文" },
    },
    theme: {
      title: "Theme",
      about: "Light or dark.",
      choices: { system: "System", light: "Light", dark: "Dark" },
    },
    colourTheme: {
      title: "Colour theme",
      about: "The colours of the window and of documents, light and dark. Your own are CSS files.",
    },
    contrast: {
      title: "Contrast",
      about: "High contrast uses black and white with strong borders.",
      choices: { system: "System", standard: "Standard", high: "High" },
    },
    accent: {
      title: "Accent colour",
      about: "For links, selections and focus outlines. Adjusted automatically to stay readable.",
    },
    interfaceSize: {
      title: "Interface scale",
      about: "The size of menus, lists and buttons. They also grow slightly with the text size.",
      unit: "%",
      value: (percent) => `${number(percent)} %`,
    },
    motion: {
      title: "Motion",
      about: "Reduced minimises animation.",
      choices: { system: "System", reduced: "Reduced", full: "Full" },
    },
    showTags: {
      title: "Tags in the side bar",
      about: "Tags and unresolved links of the open folder. Turned on when you open the tags.",
    },
    showLibrary: {
      title: "Library in side bar and menu",
      about: "Rules, creatures and spells for game masters. Turned on when you open the library.",
    },
    showBooks: {
      title: "Books in the menu",
      about: "The view for translating books. Turned on when you open it or a book.",
    },
    textFont: {
      title: "Text font",
      about: "The font of documents. Literata, Inter and JetBrains Mono are included.",
    },
    codeFont: { title: "Code font", about: "The font of code, Markdown tables and plain text files." },
    fontSize: {
      title: "Text size",
      about: "The size of document text. Zoom In and Zoom Out change it too.",
      unit: "px",
      value: (pixels) => `${number(pixels)} px`,
    },
    lineHeight: {
      title: "Line height",
      about: "A multiple of the text size.",
      unit: "×",
      value: (times) => `${number(times)} ×`,
    },
    codeLigatures: {
      title: "Ligatures in code",
      about: "Shows certain character sequences as one symbol, such as an arrow for ->.",
    },
    measure: {
      title: "Line length",
      about: "The maximum width of a line, in characters. 60 to 75 is comfortable to read.",
      unit: "chars",
      value: (characters) => many(characters, { one: "character", other: "characters" }),
    },
    lineWrap: {
      title: "Wrap lines",
      about: "Wrap long lines to the window.",
    },
    lineNumbers: {
      title: "Line numbers",
      about: "Show line numbers in the margin.",
      choices: { never: "Never", "plain text": "In plain text", always: "Always" },
    },
    lineBreaks: {
      title: "Single line breaks",
      about:
        "In the editor, preview, exports and print: kept, or joined as other Markdown programs do. A paragraph that you edit shows its lines.",
      choices: { keep: "Keep", join: "Join lines" },
    },
    superSubscript: {
      title: "Superscript and subscript",
      about: "Raises text between ^ signs and lowers text between ~ signs.",
    },
    emojiCodes: { title: "Emoji codes", about: "Shows codes such as :smile: as emoji. The text keeps the code." },
    dice: {
      title: "Dice in text",
      about: "Marks dice such as 2d6+3. A click rolls them and shows the result beside them; the text stays as it is.",
      choices: { library: "Once the library is used", on: "Always", off: "Never" },
    },
    properties: {
      title: "Properties",
      about: "How the front matter at the top of a document is shown while you write.",
      choices: { form: "As a form", hidden: "Hidden", source: "As text" },
    },
    smartPunctuation: {
      title: "Smart punctuation",
      about: "Typed quotes, dashes and dots become “ ”, – and …, except in code. Ctrl+Z undoes only that.",
    },
    vaultSettings: {
      title: "Use settings of Obsidian vaults",
      about:
        "In a vault, its own settings say where images go, how links are written and whether line breaks are kept.",
    },
    focusMode: { title: "Focus mode", about: "Dims everything except what you are writing." },
    focusUnit: {
      title: "Focus on",
      about: "What focus mode does not dim: the current paragraph or sentence.",
      choices: { paragraph: "Paragraph", sentence: "Sentence" },
    },
    renumberLists: {
      title: "Renumber lists automatically",
      about:
        "Updates the numbers of a list when you move, delete or paste items. Lists that are not in sequence are left alone.",
    },
    typewriterMode: { title: "Typewriter mode", about: "Keeps the current line in the middle of the window." },
    spelling: {
      title: "Check spelling",
      about: "Underlines misspelt words. Works offline.",
    },
    spellingLanguages: {
      title: "Spell-check languages",
      about:
        "If none is selected, Galley uses the system languages. A document whose front matter has “lang” is checked in that language. To add more, install Hunspell dictionaries or put them in the “dictionaries” folder in Galley's data folder.",
    },
    grammar: {
      title: "English grammar",
      about:
        "Underlines repeated words, wrong forms and other mistakes, on this machine, in the English of the languages above. It needs several hundred MB of memory.",
    },
    grammarRulesOff: {
      title: "Grammar rules turned off",
      about: "Rule names, separated by commas. The menu at a marked mistake turns its rule off.",
    },
    imageFolder: {
      title: "Image folder",
      about: "Where pasted and dropped images are saved.",
    },
    dailyFolder: {
      title: "Daily notes folder",
      about: "A path in the open folder; empty means the folder itself. An Obsidian vault's own setting comes first.",
    },
    dailyFormat: {
      title: "Daily note name",
      about: "The date format: YYYY-MM-DD, or YYYY/MM/DD dddd for a folder per year and month.",
    },
    templateFolder: {
      title: "Templates folder",
      about: "Templates may contain {{date}}, {{time}} and {{title}}. New daily notes use the one named “Daily note”.",
    },
    reviewEdits: {
      title: "Review agents' edits",
      about: "Marks what agents write in the document until you keep or undo it.",
    },
    reviewExternal: {
      title: "Review external changes",
      about:
        "Changes that a coding agent's own editor, a script or Git writes into an open folder wait for review, like agents' edits. Galley asks about Git's changes once per folder; changing this setting asks again.",
      choices: { agents: "While an agent is at work", always: "Always", never: "Never" },
    },
    notifyWaiting: {
      title: "Notify me when an agent needs me or has answered",
      about:
        "Shows a system notification while you are in another program: when the assistant has answered or needs your approval, an agent asks for your review, or an HTTP client wants to connect. It names the agent, the action, and the document or conversation, never a document's text.",
    },
    readingMarks: {
      title: "Show what agents read",
      about: "Marks the lines that agents have read since they connected.",
    },
    defaultLineCount: {
      title: "Default lines per read",
      about: "How many lines an agent gets when it reads a text file without asking for a range.",
      unit: "lines",
      value: (lines) => many(lines, { one: "line", other: "lines" }),
    },
    logLevel: {
      title: "Log level",
      about: "Each level includes those before it. Document text and API keys are never logged.",
      choices: { error: "Errors", warning: "Warnings", info: "Info", debug: "Debug" },
    },
    commentsFolder: {
      title: "Comments on texts",
      about: "Comments stored in the folder can be shared through Git. The documents themselves are never changed.",
      choices: { folder: "In the folder, under .galley", data: "In Galley's own data" },
    },
    commentsInMargin: {
      title: "Comments beside the text",
      about: "Shows each comment beside its passage if the window is wide enough. The side bar always has the list.",
    },
    batchLimit: {
      title: "Max paragraphs per call",
      about: "How many paragraphs of a book an agent can submit in one call.",
      unit: "paragraphs",
      value: (paragraphs) => many(paragraphs, { one: "paragraph", other: "paragraphs" }),
    },
    httpDoor: {
      title: "HTTP server for agents",
      about:
        "Lets agents on this computer connect over HTTP with the token below. They can only access folders that are open in Galley.",
    },
    httpPort: {
      title: "HTTP server port",
      about: "Between 1,024 and 65,535. Update your clients if you change it.",
      unit: "",
      value: (port) => String(port),
    },
    httpTools: {
      title: "Tools for agents over HTTP",
      about: "Each tool uses context in every conversation. Agents started with galley mcp can use the option --tools.",
    },
    httpStructured: {
      title: "Structured results over HTTP",
      about: "For programs. Some agents show their model the data instead of the shorter text.",
    },
    agentCommands: {
      title: "Your own agents",
      about:
        "Programs that speak the Agent Client Protocol, for the panel: Name = command with arguments, separated by semicolons.",
    },
    agentRegistry: {
      title: "Registry of agents",
      about:
        "An https address or a file from which the panel's setup reads more agents when you ask it to. Empty: the registry of the Agent Client Protocol.",
    },
    agentProtocol: {
      title: "Agent Client Protocol version",
      about: "Version 2 is a draft that may change at any time. Agents without it are asked for version 1.",
      choices: { "1": "Version 1", "2": "Version 2 (draft)" },
    },
    panelTools: {
      title: "Tools for models in the panel",
      about: "They are sent with every question.",
    },
    keys: { title: "Keyboard shortcuts", about: "The shortcuts of each command." },
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
  systemLanguages: "System languages",
  toolSetNames: { documents: "Documents", office: "Office", books: "Books", library: "Library" },
  ownAccent: "Custom colour",
  themes: { galley: "Galley", sepia: "Sepia", slate: "Slate", forest: "Forest" },
  sampleLetters: "Aa",
  addTheme: "Add Theme…",
  showThemes: "Show Themes Folder",
  fonts: { serif: "Literata", sans: "Inter", mono: "JetBrains Mono", system: "System", other: "Other…" },
  imageFolders: {
    beside: "Beside the document",
    assets: "assets",
    images: "images",
    attachments: "attachments",
    "by document": "A folder for each document",
    other: "Another folder…",
  },
  imageFolderName: "Image folder name",
  imageFolderHint: "For example pictures/2026, relative to the document. Start with / for a path in the open folder.",
  noImageFolder:
    "This isn't a valid folder name. It can't contain .. or hidden folders, names reserved on Windows, or any of < > : \" | ? * \\.",
  fontName: "Installed font",
  notInstalled: (name) => `“${name}” is not installed. Another font is used instead.`,
  sample: {
    heading: "The harbour in winter",
    text: "The ferry comes twice a day, weather permitting, and rarely on Sundays. Bring a lamp, and oil for three evenings: the warehouse has had none since the storm of the ninth.",
  },
  file: {
    title: "Settings file",
    about: "All settings are stored in settings.json. Changes apply when you save the file.",
    action: "Open Settings File",
  },
  connect: {
    title: "Connect an agent",
    about: "Any MCP agent can read and edit documents in the open folder, and nothing outside it.",
    action: "Connect an Agent…",
  },
  models: {
    title: "Models for the assistant",
    about: "The models that the assistant uses, their keys, and limits for answers.",
    action: "Set Up Models…",
  },
  invalidText: "This can't be the name of a file or folder.",
  invalidPort: (least, most) => `Enter a port number between ${number(least)} and ${number(most)}.`,
  about: {
    version: (version) => `Version ${version}`,
    lead: "An editor that you and your agents share. Your documents stay plain files on your disk. Galley loads nothing from the network.",
    fonts: "Set in Literata, Inter and JetBrains Mono, under the SIL Open Font License.",
  },
};

/** The strings in the current language. */
export let settingsMessages: SettingsMessages = english;

registerMessages<SettingsMessages>({ en: english, "zh-CN": chinese }, (now) => {
  settingsMessages = now;
});
