import { z } from "zod";
import { type FolderPath, lastPart } from "../../../core/links/folder-names";
import type { FolderRules } from "../../../shared/note-index";
import { isSetting } from "../../../shared/settings";
import { readObsidian } from "./obsidian";

/** Where a vault says that new notes go, for links to notes that do not exist: at the top, beside the note with the link, or in a folder. */
export type NewNotes = { where: "root" | "current" } | { where: "folder"; folder: string };

/** The rules of a folder, and where its new notes go; null where it does not say. */
export type ReadRules = Omit<FolderRules, "isNew"> & { newNotes: NewNotes | null };

const text = z.string().max(500).optional().catch(undefined);
const flag = z.boolean().optional().catch(undefined);

const appSettings = z.object({
  attachmentFolderPath: text,
  useMarkdownLinks: flag,
  newLinkFormat: z.enum(["shortest", "relative", "absolute"]).optional().catch(undefined),
  strictLineBreaks: flag,
  newFileLocation: z.enum(["root", "current", "folder"]).optional().catch(undefined),
  newFileFolderPath: text,
});

/** The rules of a folder that is not a vault. */
export const NO_RULES: ReadRules = {
  source: null,
  lineBreaks: null,
  imageFolder: null,
  linkStyle: null,
  newNotes: null,
};

/** What an Obsidian vault says about itself in `.obsidian/app.json`, whose defaults are Obsidian's. */
export async function readFolderRules(root: string): Promise<ReadRules> {
  const app = await readObsidian(root, "app.json", appSettings);
  if (app === null) return NO_RULES;
  return {
    source: ".obsidian/app.json",
    lineBreaks: app.strictLineBreaks === true ? "join" : "keep",
    imageFolder: imageFolderOf(app.attachmentFolderPath ?? "/"),
    linkStyle: { syntax: app.useMarkdownLinks === true ? "markdown" : "wiki", paths: app.newLinkFormat ?? "shortest" },
    newNotes: newNotesOf(app.newFileLocation ?? "root", app.newFileFolderPath ?? ""),
  };
}

/** Obsidian's `./name` is below the note and `name` below the vault: the setting `imageFolder` has them as `name` and `/name`. */
function imageFolderOf(path: string): string | null {
  const trimmed = path.replace(/\/+$/, "");
  if (trimmed === "") return "/";
  const folder =
    trimmed === "." ? "beside" : trimmed.startsWith("./") ? trimmed.slice(2) : `/${trimmed.replace(/^\/+/, "")}`;
  return isSetting("imageFolder", folder) ? folder : null;
}

function newNotesOf(where: "root" | "current" | "folder", folder: string): NewNotes {
  if (where !== "folder") return { where };
  const path = folder.replace(/^\/+|\/+$/g, "");
  const isFolder = path !== "" && path !== "." && isSetting("imageFolder", `/${path}`);
  return isFolder ? { where, folder: path } : { where: "root" };
}

/** Where a new note goes that a wiki link with the name `target` is to: `path` is beside the note with the link, if the name has no folders. */
export function newNotePath(path: FolderPath, target: string, newNotes: NewNotes | null): FolderPath {
  if (newNotes === null || newNotes.where === "current" || /[\\/]/.test(target)) return path;
  return newNotes.where === "folder" ? `${newNotes.folder}/${lastPart(path)}` : lastPart(path);
}
