import { atom, computed, type ReadableAtom } from "nanostores";
import type { Settings } from "../../../shared/contract";
import { contrastOf } from "./accents";
import { builtInThemes, isBuiltInTheme } from "./built-in-themes";
import { readTheme } from "./read-theme";
import type { ThemeColours, ThemeVariable } from "./theme-variables";

/** The colours of the theme in use. */
export const $themeColours = atom<ThemeColours>({});

/** Reads a theme file of the user's, by its name without extension; null if it cannot be read. */
export type ReadThemeFile = (name: string) => Promise<string | null>;

/** The minimum contrast of text that a theme needs to be used. Lower than the usual 4.5, because it is the author's choice. */
const MIN_CONTRAST = 3;

/**
 * Updates `$themeColours` when the setting changes, and reloads a theme file when the window gets the focus. Resolves when the first theme is loaded. An
 * unreadable file, or too little contrast, leaves Galley's colours.
 */
export async function followTheme($settings: ReadableAtom<Settings>, read: ReadThemeFile): Promise<void> {
  const $name = computed($settings, ({ colourTheme }) => colourTheme);
  let last = 0;
  const load = async (): Promise<void> => {
    const turn = ++last;
    const colours = await coloursOf($name.get(), read);
    if (turn === last) $themeColours.set(colours);
  };
  window.addEventListener("focus", () => {
    if (!isBuiltInTheme($name.get())) void load();
  });
  await load();
  $name.listen(() => void load());
}

/** The colours of a theme by the value of its setting: a built-in name, or a file such as `Sea.css`. */
export async function coloursOf(name: string, read: ReadThemeFile): Promise<ThemeColours> {
  if (isBuiltInTheme(name)) return builtInThemes[name];
  const css = await read(name.replace(/\.css$/i, ""));
  const colours = css === null ? {} : readTheme(css);
  return isReadable(colours) ? colours : {};
}

/** Galley's own text and paper, which a theme may leave as they are. */
const OWN: ThemeColours = { "--ink": "light-dark(#22211e, #e6e4df)", "--paper": "light-dark(#fdfcfa, #1c1c1e)" };

/** Whether text can be read on paper in both halves of a theme. */
function isReadable(colours: ThemeColours): boolean {
  const probe = document.createElement("span");
  document.documentElement.append(probe);
  const shown = (name: ThemeVariable, scheme: string) => {
    probe.style.colorScheme = scheme;
    probe.style.color = colours[name] ?? OWN[name] ?? "";
    return pixelOf(getComputedStyle(probe).color);
  };
  try {
    return ["light", "dark"].every(
      (scheme) => contrastOf(shown("--ink", scheme), shown("--paper", scheme)) >= MIN_CONTRAST,
    );
  } finally {
    probe.remove();
  }
}

/** Any colour as `#rrggbb`, on white. */
function pixelOf(colour: string): string {
  const pen = new OffscreenCanvas(1, 1).getContext("2d");
  if (!pen) return "#ffffff";
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, 1, 1);
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 1, 1);
  const [r = 0, g = 0, b = 0] = pen.getImageData(0, 0, 1, 1).data;
  return `#${[r, g, b].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** The value of a variable as the window uses it: the accent of the settings wins over that of a theme. */
export const themeValue = (name: ThemeVariable, value: string): string =>
  name === "--accent" || name === "--accent-ink" ? `var(--own-${name.slice(2)}, ${value})` : value;
