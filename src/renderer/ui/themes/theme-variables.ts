/** The colours that a theme may set: variables of `theme.css`, documented in docs/themes.md. */
export const themeVariables = [
  "--paper",
  "--chrome",
  "--chrome-strong",
  "--raised",
  "--hover",
  "--pressed",
  "--line",
  "--line-strong",
  "--ink",
  "--ink-soft",
  "--ink-faint",
  "--accent",
  "--accent-ink",
  "--selection",
  "--agent",
  "--agent-soft",
  "--good",
  "--good-soft",
  "--warn",
  "--warn-soft",
  "--match",
  "--bad",
  "--bad-soft",
  "--code-keyword",
  "--code-string",
  "--code-number",
  "--code-name",
  "--code-type",
  "--code-property",
  "--code-regexp",
  "--code-comment",
] as const;

export type ThemeVariable = (typeof themeVariables)[number];

/** The colours of a theme; variables that are not set stay Galley's. Each value is one CSS colour, mostly `light-dark(…)`. */
export type ThemeColours = Partial<Record<ThemeVariable, string>>;
