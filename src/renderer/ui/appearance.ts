import { computed, type ReadableAtom } from "nanostores";
import type { Settings } from "../../shared/contract";
import { defaultSettings } from "../../shared/settings";
import { $language } from "./language";
import { accentOf } from "./themes/accents";
import { $themeColours, followTheme, type ReadThemeFile, themeValue } from "./themes/current-theme";
import { themeVariables } from "./themes/theme-variables";

/** The sizes of the editor's text in pixels, from half to three times the default. */
export const SIZES = { least: 8, usual: 16, most: 48 };

/** The size after one zoom step. */
export function steppedFontSize(size: number, step: "in" | "out" | "reset"): number {
  if (step === "reset") return SIZES.usual;
  const by = size < 18 ? 1 : 2;
  return Math.min(SIZES.most, Math.max(SIZES.least, step === "in" ? size + by : size - by));
}

/** The interface grows less than the text, to leave space for reading. */
export const interfaceZoom = (size: number) => Math.min(1.7, Math.max(0.85, 1 + (size / SIZES.usual - 1) * 0.7));

/** The bundled fonts and the system font, as CSS font families. */
const FONTS = new Map([
  ["serif", '"Literata Variable"'],
  ["sans", '"Inter Variable"'],
  ["mono", '"JetBrains Mono Variable"'],
  ["system", "system-ui"],
]);

/** The CSS font family of a font setting. */
export const fontFamily = (font: string) => FONTS.get(font) ?? `"${font}"`;

/**
 * Applies the appearance settings now and whenever they or the system preferences change. Resolves when the fonts that
 * are not preloaded are available, so that what is shown first does not move.
 */
export async function showAppearance($settings: ReadableAtom<Settings>, readThemeFile: ReadThemeFile): Promise<void> {
  const page = document.documentElement;
  const contrast = window.matchMedia("(prefers-contrast: more)");
  const motion = window.matchMedia("(prefers-reduced-motion: reduce)");
  $language.subscribe((language) => {
    page.dataset["han"] = language === "zh-CN" ? language : hanLanguage(navigator.languages);
  });

  const apply = () => applyVariables(page, $settings.get(), { isHigh: contrast.matches, isReduced: motion.matches });
  const themeReady = followTheme($settings, readThemeFile);
  computed($settings, appearanceOf).subscribe(apply);
  $themeColours.listen(apply);
  contrast.addEventListener("change", apply);
  motion.addEventListener("change", apply);

  await themeReady;
  const { textFont } = $settings.get();
  if (textFont !== defaultSettings.textFont) await document.fonts.load(`16px ${fontFamily(textFont)}`);
}

/** A key of what `applyVariables` uses: if it is unchanged, no update is needed. */
const appearanceOf = ({ theme, contrast, accent, textFont, codeFont, codeLigatures, ...settings }: Settings) =>
  JSON.stringify([
    theme,
    contrast,
    accent,
    textFont,
    codeFont,
    codeLigatures,
    settings.motion,
    ...Object.values(sizesOf(settings)),
  ]);

const sizesOf = ({
  fontSize,
  lineHeight,
  measure,
  interfaceSize,
}: Pick<Settings, "fontSize" | "lineHeight" | "measure" | "interfaceSize">) => ({
  "--zoom": String((interfaceZoom(fontSize) * interfaceSize) / 100),
  "--own-text-size": `${fontSize}px`,
  "--own-text-leading": String(lineHeight),
  "--own-text-measure": `${measure}ch`,
});

/** Sets the attributes and variables that theme.css reads. */
function applyVariables(
  page: HTMLElement,
  settings: Settings,
  contrastSetting: { isHigh: boolean; isReduced: boolean },
): void {
  const { theme, contrast, motion, accent, textFont, codeFont, codeLigatures } = settings;
  const isHigh = contrast === "high" || (contrast === "system" && contrastSetting.isHigh);
  const isReduced = motion === "reduced" || (motion === "system" && contrastSetting.isReduced);
  setData(page, "theme", theme === "system" ? null : theme);
  setData(page, "contrast", isHigh ? "high" : null);
  setData(page, "motion", isReduced ? "reduced" : null);
  setData(page, "text", textFont === "sans" || textFont === "system" ? "sans" : null);

  const own = accentOf(accent, isHigh ? "high" : "standard");
  const both = (part: "colour" | "ink") => own && `light-dark(${own.light[part]}, ${own.dark[part]})`;
  const variables = {
    ...sizesOf(settings),
    "--own-accent": both("colour"),
    "--own-accent-ink": both("ink"),
    "--own-font-text": textFont === defaultSettings.textFont ? null : fontFamily(textFont),
    "--own-font-code": codeFont === defaultSettings.codeFont ? null : fontFamily(codeFont),
    "--own-code-ligatures": codeLigatures ? null : "none",
    ...themeOf(isHigh),
  };
  for (const [name, value] of Object.entries(variables)) {
    if (value === null) page.style.removeProperty(name);
    else page.style.setProperty(name, value);
  }
}

/** The variables of the theme. High contrast has its own colours. */
function themeOf(isHigh: boolean): Record<string, string | null> {
  const colours = isHigh ? {} : $themeColours.get();
  return Object.fromEntries(
    themeVariables.map((name) => {
      const value = colours[name];
      return [name, value === undefined ? null : themeValue(name, value)];
    }),
  );
}

function setData(page: HTMLElement, name: string, value: string | null): void {
  if (value === null) delete page.dataset[name];
  else page.dataset[name] = value;
}

/** The first of these languages that uses Han characters: it decides how they are drawn if nothing else does. */
export function hanLanguage(languages: readonly string[]): "zh-CN" | "zh-TW" | "ja" | "ko" {
  for (const tag of languages) {
    const [name, ...rest] = tag.toLowerCase().split("-");
    if (name === "ja" || name === "ko") return name;
    if (name === "zh") return rest.some((part) => ["hant", "tw", "hk", "mo"].includes(part)) ? "zh-TW" : "zh-CN";
  }
  return "zh-CN";
}
