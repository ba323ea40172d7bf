import { z } from "zod";
import { isSetting, type Settings, settingNames } from "../../../shared/settings";

/** Settings from the renderer: a subset of known settings with valid values; anything else is rejected. */
export const someSettings = z
  .custom<Partial<Settings>>(
    (some) => typeof some === "object" && some !== null && !Array.isArray(some) && Object.entries(some).every(isKnown),
  )
  .transform(
    (some) => Object.fromEntries(Object.entries(some).filter(([, value]) => value !== undefined)) as typeof some,
  ) as unknown as z.ZodType<Partial<Settings>>;

function isKnown([name, value]: [string, unknown]): boolean {
  const known = settingNames.find((each) => each === name);
  return known !== undefined && (value === undefined || isSetting(known, value));
}
