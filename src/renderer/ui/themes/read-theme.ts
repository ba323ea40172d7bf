import { type ThemeColours, type ThemeVariable, themeVariables } from "./theme-variables";

/** Longer files are not themes. */
const MAX_CHARACTERS = 256 * 1024;
const MAX_VALUE = 200;

const NAMES = new Set<string>(themeVariables);
const FUNCTIONS = new Set("rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark".split(" "));

/**
 * Reads the colours of a theme from CSS. A theme may come from anyone: only colours of known variables on `:root` count, also those in
 * `@media (prefers-color-scheme: dark)`; everything else in the file has no effect, and nothing that loads gets through.
 */
export function readTheme(css: string): ThemeColours {
  const light = new Map<ThemeVariable, string>();
  const dark = new Map<ThemeVariable, string>();
  const text = css.slice(0, MAX_CHARACTERS).replace(/\/\*[\s\S]*?(?:\*\/|$)/g, " ");
  for (const { prelude, body } of blocks(text)) {
    const scheme = /^@media\s*\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)$/i.exec(prelude)?.[1]?.toLowerCase();
    if (scheme === undefined) readRule(prelude, body, light);
    else for (const inner of blocks(body)) readRule(inner.prelude, inner.body, scheme === "dark" ? dark : light);
  }
  const colours: ThemeColours = {};
  for (const name of themeVariables) {
    const [onLight, onDark] = [light.get(name), dark.get(name)];
    if (onLight !== undefined && onDark !== undefined) colours[name] = `light-dark(${onLight}, ${onDark})`;
    else if (onLight !== undefined) colours[name] = onLight;
  }
  return colours;
}

function readRule(selector: string, body: string, into: Map<ThemeVariable, string>): void {
  if (selector !== ":root" && selector !== "html") return;
  for (const declaration of body.split(";")) {
    const [, name = "", value = ""] = /^\s*(--[a-z-]+)\s*:\s*([\s\S]*?)\s*$/.exec(declaration) ?? [];
    if (NAMES.has(name) && isColour(value)) into.set(name as ThemeVariable, value);
  }
}

/** Whether a value is one colour, and loads nothing. */
function isColour(value: string): boolean {
  if (value === "" || value.length > MAX_VALUE || !/^[#\w\s(),.%/+-]+$/.test(value)) return false;
  for (const [, name = ""] of value.matchAll(/([\w-]*)\(/g)) if (!FUNCTIONS.has(name.toLowerCase())) return false;
  return typeof CSS === "undefined" || CSS.supports("color", value);
}

/** The blocks of CSS without comments: what precedes each brace, and what is in it. An unclosed one is left out. */
function blocks(css: string): { prelude: string; body: string }[] {
  const found: { prelude: string; body: string }[] = [];
  let depth = 0;
  let begin = 0;
  let open = 0;
  for (let at = 0; at < css.length; at++) {
    const sign = css[at];
    if (sign === "{" && depth++ === 0) open = at;
    else if (sign === ";" && depth === 0) begin = at + 1;
    else if (sign === "}" && depth > 0 && --depth === 0) {
      found.push({ prelude: css.slice(begin, open).trim(), body: css.slice(open + 1, at) });
      begin = at + 1;
    }
  }
  return found;
}
