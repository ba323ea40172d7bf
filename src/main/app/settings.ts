import { z } from "zod";
import type { Settings } from "../../shared/contract";

/** Settings as they are stored and as the page may send them; anything else is refused. */
export const settingsSchema = z.strictObject({
  theme: z.enum(["system", "light", "dark"]),
  fontSize: z.number().int().min(8).max(48),
  lineWrap: z.boolean(),
  defaultLineCount: z.number().int().min(1).max(10_000),
});

/** What holds until the person changes it. */
export const defaultSettings: Settings = { theme: "system", fontSize: 16, lineWrap: true, defaultLineCount: 200 };

/** Reads what an older or newer Galley stored: single bad entries fall back, so that one does not cost the others. */
export const storedSettings: z.ZodType<Settings> = z.object({
  theme: settingsSchema.shape.theme.catch(defaultSettings.theme),
  fontSize: settingsSchema.shape.fontSize.catch(defaultSettings.fontSize),
  lineWrap: settingsSchema.shape.lineWrap.catch(defaultSettings.lineWrap),
  defaultLineCount: settingsSchema.shape.defaultLineCount.catch(defaultSettings.defaultLineCount),
});
