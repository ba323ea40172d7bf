import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contrastOf } from "./accents";
import { builtInThemes } from "./built-in-themes";
import { readTheme } from "./read-theme";
import { themeVariables } from "./theme-variables";

const own = readFileSync("src/renderer/ui/theme.css", "utf8");
const first = own.slice(0, own.indexOf('[data-contrast="high"]'));
/** The value of a variable in Galley's own colours. */
const galley = (name: string) =>
  new RegExp(`\\s${name}:\\s*(?:var\\(--own-[a-z-]+,\\s*)?([^;]+?)\\)?;`).exec(first)?.[1] ?? "";

const inks = ["--ink", "--ink-soft", "--ink-faint", "--accent", "--agent", "--good", "--warn", "--bad"] as const;
const code = themeVariables.filter((name) => name.startsWith("--code-"));

test.each(Object.entries(builtInThemes))("the text of the theme %s is readable on every background", (_, theme) => {
  const colours = theme as Record<string, string>;
  for (const half of [0, 1] as const) {
    const value = (name: string) => {
      const both = /light-dark\((#[0-9a-f]{6})[0-9a-f]*, (#[0-9a-f]{6})/.exec(colours[name] ?? galley(name));
      return both?.[half + 1] ?? "";
    };
    // The faintest text is not used on what stands out.
    for (const ground of ["--paper", "--chrome", "--raised", "--chrome-strong"])
      for (const ink of inks.filter((each) => each !== "--ink-faint" || ground !== "--chrome-strong"))
        expect(contrastOf(value(ink), value(ground)), `${ink} ${ground} ${half}`).toBeGreaterThanOrEqual(4.5);
    for (const ink of code)
      expect(contrastOf(value(ink), value("--paper")), `${ink} ${half}`).toBeGreaterThanOrEqual(4.5);
    expect(contrastOf(value("--accent-ink"), value("--accent")), `accent ${half}`).toBeGreaterThanOrEqual(4.5);
    expect(contrastOf(value("--line-strong"), value("--paper")), `line ${half}`).toBeGreaterThanOrEqual(3);
  }
});

test("every variable of a theme exists and is documented", () => {
  const page = readFileSync("docs/themes.md", "utf8");
  for (const name of themeVariables) {
    expect(galley(name), name).not.toBe("");
    expect(page, name).toContain(`\`${name}\``);
  }
});

test("a theme sets the colours of the root, with a dark half in one of two ways", () => {
  const css = `/* :root { --ink: red } */
    @charset "utf-8";
    :root { --paper: light-dark(#fff, #000); --ink: #111; --line: rgb(1 2 3 / 50%); }
    @media (prefers-color-scheme: dark) { :root { --ink: oklch(90% 0.1 200); } }`;
  expect(readTheme(css)).toEqual({
    "--paper": "light-dark(#fff, #000)",
    "--ink": "light-dark(#111, oklch(90% 0.1 200))",
    "--line": "rgb(1 2 3 / 50%)",
  });
});

test("a hostile theme loads nothing and styles nothing but colours", () => {
  const css = `@import url(https://x.example/a.css);
    @font-face { font-family: x; src: url(https://x.example/f) }
    body { display: none } .approve { opacity: 0 } :root .x { --ink: red }
    :root {
      --paper: url(https://x.example/p); --ink: image-set("x" 1x); --line: var(--paper); --accent: attr(href);
      --chrome: red} .y{color:blue; --unknown: red; display: none; --raised: expression(alert(1)); --bad: #fff; }
    :root { --good: red; } } :root { --warn: ${"a".repeat(300)}; --hover: env(x) }`;
  expect(readTheme(css)).toEqual({ "--chrome": "red", "--good": "red" });
  expect(readTheme(`${"{".repeat(100_000)}`)).toEqual({});
  expect(readTheme(":root { --ink: red")).toEqual({});
});
