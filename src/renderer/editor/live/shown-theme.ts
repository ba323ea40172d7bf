import { type EditorState, StateEffect, StateField } from "@codemirror/state";
import { ViewPlugin } from "@codemirror/view";

type Theme = "light" | "dark";

const changed = StateEffect.define<Theme>();

/** The current theme of the window. */
function themeOfPage(): Theme {
  if (typeof document === "undefined") return "light";
  const { theme } = document.documentElement.dataset;
  if (theme === "dark" || theme === "light") return theme;
  return window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

const field = StateField.define<Theme>({
  create: themeOfPage,
  update: (theme, { effects }) => effects.find((effect) => effect.is(changed))?.value ?? theme,
});

/** The theme that drawings use. */
export const themeOf = (state: EditorState): Theme => state.field(field, false) ?? "light";

const watcher = ViewPlugin.define((view) => {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const check = () => {
    const theme = themeOfPage();
    if (theme !== themeOf(view.state)) view.dispatch({ effects: changed.of(theme) });
  };
  const root = new MutationObserver(check);
  root.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  dark.addEventListener("change", check);
  return {
    destroy() {
      root.disconnect();
      dark.removeEventListener("change", check);
    },
  };
});

/** Keeps drawings in the window's theme. */
export const shownTheme = [field, watcher];
