import { open } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Settings } from "../../../shared/settings";

/** Where a folder's daily notes and templates are; paths are relative to the folder. */
export type NoteSettings = {
  dailyFolder: string;
  /** A format of `formatDate`; may contain folders. */
  dailyFormat: string;
  /** The template of a new daily note; null: the template named `Daily note`, if there is one. */
  dailyTemplate: string | null;
  templateFolder: string;
};

const MAX_BYTES = 64 * 1024;

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

/** A file of the vault's settings; null if there is none that can be read. */
async function readObsidian<T>(root: string, name: string, schema: z.ZodType<T>): Promise<T | null> {
  try {
    const file = await open(join(root, ".obsidian", name), "r");
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, 0);
      return schema.parse(JSON.parse(buffer.toString("utf8", 0, bytesRead)));
    } finally {
      await file.close();
    }
  } catch {
    return null;
  }
}
