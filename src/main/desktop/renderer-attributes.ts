import type { Language } from "../../shared/language";
import type { Settings } from "../../shared/settings";

/**
 * The attributes of the page's `<html>` element, so that colours and language are right before its first script runs. The page keeps them up to date
 * (ui/appearance.ts).
 */
export function rendererAttributes(
  { theme, contrast }: Settings,
  appearance: { language: Language; wantsHighContrast: boolean },
): string {
  const isHigh = contrast === "high" || (contrast === "system" && appearance.wantsHighContrast);
  return [
    `lang="${appearance.language}"`,
    ...(theme === "system" ? [] : [`data-theme="${theme}"`]),
    ...(isHigh ? ['data-contrast="high"'] : []),
  ].join(" ");
}
