import { mkdir, readdir, stat } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import dayjs from "dayjs";
import advancedFormat from "dayjs/plugin/advancedFormat";
import isoWeek from "dayjs/plugin/isoWeek";
import weekOfYear from "dayjs/plugin/weekOfYear";
import weekYear from "dayjs/plugin/weekYear";
import { z } from "zod";
import type { NoteTemplate } from "../../../shared/notes";
import type { Settings } from "../../../shared/settings";
import { ToolError } from "../../engine/ports/tool-error";
import { checkFileName, isTextName } from "../core/file-names";
import type { HandlerWindow } from "../core/handler-window";
import { MAX_TEMPLATE, MAX_TEMPLATE_DEPTH, MAX_TEMPLATES } from "../core/limits";
import { t } from "../core/messages";
import { readObsidian } from "../core/obsidian";
import { type WindowContext, you } from "../documents";

for (const plugin of [isoWeek, weekOfYear, weekYear, advancedFormat]) dayjs.extend(plugin);

const PLACE = /\{\{\s*(date|time|title)\s*(?::([^{}\n]{1,100}))?\}\}/gi;

/** The names of the template for new daily notes, in both languages of the interface. */
const DAILY_NAMES: ReadonlySet<string> = new Set(["daily note", "每日笔记"]);

export type NotesDeps = {
  window: Pick<HandlerWindow, "workspace">;
  settings(): Pick<Settings, "dailyFolder" | "dailyFormat" | "templateFolder">;
  /** Throws unless the path is inside the open folder and not Galley's own. */
  checkChangeable(path: string): Promise<void>;
};

/** The daily notes and templates of one window's folder. */
export function createNotes(ctx: WindowContext, { window, settings, checkChangeable }: NotesDeps) {
  const root = (): string => {
    if (!window.workspace) throw new ToolError("not_found", t.noFolderOpen);
    return window.workspace.root;
  };

  const inFolder = (path: string): string => {
    const top = root();
    const found = resolve(top, path.replace(/^[/\\]+/, ""));
    if (found !== top && !found.startsWith(join(top, "/")))
      throw new ToolError("outside_workspace", t.notes.outside(path));
    return found;
  };

  async function templatesIn(folder: string): Promise<NoteTemplate[]> {
    const top = inFolder(folder);
    const found: NoteTemplate[] = [];
    const visit = async (at: string, prefix: string, depth: number): Promise<void> => {
      const names = await readdir(at).catch(() => []);
      for (const name of names.sort()) {
        if (name.startsWith(".") || found.length >= MAX_TEMPLATES) continue;
        const path = join(at, name);
        const info = await stat(path).catch(() => null);
        if (info?.isFile() && isTextName(name)) found.push({ name: `${prefix}${basename(name, extname(name))}`, path });
        else if (info?.isDirectory() && depth > 1) await visit(path, `${prefix}${name}/`, depth - 1);
      }
    };
    await visit(top, "", MAX_TEMPLATE_DEPTH);
    return found;
  }

  async function textOf(path: string): Promise<string> {
    await ctx.grants.check(path);
    const { documents } = await ctx.engine();
    const { text } = await documents.read(path, [root()], "person");
    if (text.length > MAX_TEMPLATE) throw new ToolError("too_large", t.notes.tooLong(basename(path)));
    return text;
  }

  async function dailyTemplate({ dailyTemplate: named, templateFolder }: NoteSettings): Promise<string | null> {
    if (named !== null) return inFolder(/\.\w+$/.test(named) ? named : `${named}.md`);
    const all = await templatesIn(templateFolder);
    return all.find(({ name }) => DAILY_NAMES.has(name.toLowerCase()))?.path ?? null;
  }

  return {
    async today(): Promise<string> {
      const own = await noteSettings(root(), settings());
      const date = new Date();
      const path = inFolder(`${own.dailyFolder}/${formatDate(date, own.dailyFormat)}.md`);
      if (
        await stat(path).then(
          (info) => info.isFile(),
          () => false,
        )
      )
        return path;
      for (let at = path; at !== root(); at = dirname(at)) checkFileName(at);
      await checkChangeable(path);
      const template = await dailyTemplate(own);
      const title = basename(path, ".md");
      const text = template === null ? "" : fillTemplate(await textOf(template), { now: date, title });
      await mkdir(dirname(path), { recursive: true });
      const { documents } = await ctx.engine();
      // Another program may have created it meanwhile: its text stays.
      const edit = (current: { text: string } | null) => ({ content: current?.text ?? text });
      await documents.change(path, [root()], { by: you, reason: "daily note", asker: "person", edit });
      return path;
    },
    async templates(): Promise<{ folder: string; templates: NoteTemplate[] }> {
      const { templateFolder } = await noteSettings(root(), settings());
      return { folder: templateFolder, templates: await templatesIn(templateFolder) };
    },
    async template(path: string, title: string): Promise<string> {
      const { templateFolder } = await noteSettings(root(), settings());
      if (!(await templatesIn(templateFolder)).some((each) => each.path === path))
        throw new ToolError("not_found", t.notes.noTemplate(basename(path)));
      return fillTemplate(await textOf(path), { now: new Date(), title });
    },
  };
}

/** A date in a format of Moment's letters, as Obsidian has them: `YYYY-MM-DD`, `dddd`, `gggg-[W]ww`. In local time. */
export const formatDate = (date: Date, format: string): string => dayjs(date).format(format);

/** A template's text with `{{date}}`, `{{time}}` and `{{title}}` filled in; a format may follow: `{{date:dddd}}`. */
export const fillTemplate = (text: string, { now, title }: { now: Date; title: string }): string =>
  text.replace(PLACE, (_, name: string, format: string | undefined) => {
    if (name.toLowerCase() === "title") return title;
    return formatDate(now, format?.trim() ?? (name.toLowerCase() === "date" ? "YYYY-MM-DD" : "HH:mm"));
  });

/** Where a folder's daily notes and templates are; paths are relative to the folder. */
type NoteSettings = {
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
async function noteSettings(
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
