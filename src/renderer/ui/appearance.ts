import { computed, type ReadableAtom } from "nanostores";
import type { Settings } from "../../shared/contract";

/** The sizes between which zooming stays, in pixels of the canvas's text, and the size it begins with. */
export const SIZES = { least: 10, usual: 16, most: 32 };

/** The size after one step of zooming. */
export function zoomed(size: number, step: "in" | "out" | "reset"): number {
  if (step === "reset") return SIZES.usual;
  const by = size < 18 ? 1 : 2;
  return Math.min(SIZES.most, Math.max(SIZES.least, step === "in" ? size + by : size - by));
}

/** How much the interface grows with the text: less than the text, so that there is room left to read it. */
export const interfaceZoom = (size: number) => Math.min(1.7, Math.max(0.85, 1 + (size / SIZES.usual - 1) * 0.7));

/**
 * Lays the settings on the page: `data-theme` on <html> and the zoom of the interface. Answers with the theme that is
 * shown, which follows the desktop where the settings say so.
 */
export function showAppearance($settings: ReadableAtom<Settings>): void {
  const page = document.documentElement;
  computed($settings, ({ theme }) => theme).subscribe((theme) => {
    if (theme === "system") delete page.dataset["theme"];
    else page.dataset["theme"] = theme;
  });
  computed($settings, ({ fontSize }) => fontSize).subscribe((size) => {
    page.style.setProperty("--zoom", String(interfaceZoom(size)));
  });
}
