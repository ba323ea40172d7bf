/** The user's own style files, in folders of the data folder: themes, style sheets for paper, and Word documents whose styles exports take. */
import type { Outcome } from "./contract";

export const styleKinds = ["theme", "print", "word"] as const;
export type StyleKind = (typeof styleKinds)[number];

/** The folder of each kind in the data folder, and the extension of its files. */
export const styleFolders: Record<StyleKind, { folder: string; extension: string }> = {
  theme: { folder: "themes", extension: "css" },
  print: { folder: "print-styles", extension: "css" },
  word: { folder: "word-styles", extension: "docx" },
};

/** A file name without its extension: no path, nothing hidden. */
export const styleName = /^(?!\.)[^/\\:*?"<>|\p{Cc}]{1,100}$/u;

export type StyleRequests = {
  /** The names of the files of a kind, sorted, without extensions. */
  "styles:list": (kind: StyleKind) => Outcome<{ names: string[] }>;
  "styles:read": (file: { kind: StyleKind; name: string }) => Outcome<{ bytes: Uint8Array }>;
  /** Asks for a file and copies it into the folder, under a free name; null if the user cancelled. */
  "styles:add": (kind: StyleKind) => Outcome<{ name: string | null }>;
  /** Shows the folder in the file manager; one of styles gets an example if it is empty. */
  "styles:show": (kind: StyleKind) => Outcome<object>;
};
