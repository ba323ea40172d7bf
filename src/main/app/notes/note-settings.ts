import { z } from "zod";
import type { Settings } from "../../../shared/settings";
import { readObsidian } from "../core/obsidian";

/** Where a folder's daily notes and templates are; paths are relative to the folder. */
export type NoteSettings = {
  dailyFolder: string;
  /** A format of `formatDate`; may contain folders. */
  dailyFormat: string;
  /** The template of a new daily note; null: the template named `Daily note`, if there is one. */
  dailyTemplate: string | null;
  templateFolder: string;
};

const short = z.string().max(500);
const obsidianDaily = z.object({ folder: short.optional(), format: short.optional(), template: short.optional() });
const obsidianTemplates = z.object({ folder: short.optional() });

/** The settings for a folder: what an Obsidian vault says about itself, else Galley's settings. */
export async function noteSettings(
  root: string,
  settings: Pick<Settings, "dailyFolder" | "dailyFormat" | "templateFolder">,
): Promise<NoteSettings> {
  const [daily, templates] = await Promise.all([
    readObsidian(root, "daily-notes.json", obsidianDaily),
    readObsidian(root, "templates.json", obsidianTemplates),
  ]);
  return {
    // A vault without a folder for them has its notes at the top.
    dailyFolder: daily === null ? settings.dailyFolder : (daily.folder ?? ""),
    dailyFormat: daily === null ? settings.dailyFormat : daily.format || "YYYY-MM-DD",
    dailyTemplate: daily?.template || null,
    templateFolder: templates?.folder || settings.templateFolder,
  };
}
