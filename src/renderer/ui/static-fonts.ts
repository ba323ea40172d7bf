import inter from "@fontsource/inter/unicode.json";
import mono from "@fontsource/jetbrains-mono/unicode.json";
import literata from "@fontsource/literata/unicode.json";

/**
 * The bundled fonts as one file for each weight. Chromium writes variable fonts into a PDF as Type 3 drawings, which are
 * spaced unevenly, drawn without hints, and rejected by some printers.
 */
const files = import.meta.glob<string>(
  "../../../node_modules/@fontsource/{inter,jetbrains-mono,literata}/files/*-{400,600,700}-{normal,italic}.woff2",
  { query: "?url", import: "default", eager: true },
);

/** The scripts of each font, and the family whose variable faces it replaces. */
const fonts: Record<string, { family: string; ranges: Record<string, string> }> = {
  inter: { family: "Inter Variable", ranges: inter },
  "jetbrains-mono": { family: "JetBrains Mono Variable", ranges: mono },
  literata: { family: "Literata Variable", ranges: literata },
};

const FILE = /@fontsource\/([a-z-]+)\/files\/\1-([a-z-]+)-(\d+)-(normal|italic)\.woff2$/;

/** The style rules of the fonts, under the names of the variable ones; `url` turns the address of a file into the page's. */
export const staticFontFaces = (url: (address: string) => string): string =>
  Object.entries(files)
    .map(([path, address]) => {
      const [, name = "", script = "", weight, style] = FILE.exec(path) ?? [];
      const font = fonts[name];
      const range = font?.ranges[script];
      if (font === undefined || range === undefined) return "";
      return `@font-face{font-family:"${font.family}";font-style:${style};font-weight:${weight};src:url("${url(address)}") format("woff2");unicode-range:${range}}`;
    })
    .join("");
