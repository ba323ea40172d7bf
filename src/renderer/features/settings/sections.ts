import type { SettingName } from "../../../shared/settings";

/** A section of the settings. */
export type SectionId = "appearance" | "writing" | "files" | "keys" | "agents" | "about";

/** All settings by section. `text` are the typography settings, shown below a sample. */
export const sections: readonly {
  id: SectionId;
  settings: readonly SettingName[];
  text?: readonly SettingName[];
}[] = [
  {
    id: "appearance",
    settings: [
      "language",
      "theme",
      "colourTheme",
      "contrast",
      "accent",
      "interfaceSize",
      "motion",
      "showTags",
      "showLibrary",
      "showBooks",
    ],
    text: ["textFont", "codeFont", "codeLigatures", "fontSize", "lineHeight", "measure"],
  },
  {
    id: "writing",
    settings: [
      "lineWrap",
      "lineBreaks",
      "superSubscript",
      "emojiCodes",
      "dice",
      "properties",
      "smartPunctuation",
      "vaultSettings",
      "lineNumbers",
      "focusMode",
      "focusUnit",
      "typewriterMode",
      "renumberLists",
      "imageFolder",
      "dailyFolder",
      "dailyFormat",
      "templateFolder",
      "spelling",
      "spellingLanguages",
      "grammar",
      "grammarRulesOff",
    ],
  },
  { id: "files", settings: [] },
  { id: "keys", settings: ["keys"] },
  {
    id: "agents",
    settings: [
      "reviewEdits",
      "reviewExternal",
      "commentsFolder",
      "commentsInMargin",
      "notifyWaiting",
      "readingMarks",
      "defaultLineCount",
      "batchLimit",
      "httpDoor",
      "httpPort",
      "httpTools",
      "httpStructured",
      "panelTools",
      "agentCommands",
      "agentRegistry",
      "agentProtocol",
    ],
  },
  { id: "about", settings: ["logLevel"] },
];
