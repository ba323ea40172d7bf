import styles from "../../rendering/page/preview.css?url";
import { staticFontFaces } from "../../ui/static-fonts";
import { base64 } from "./collect-document";

const FACE = /@font-face\s*\{[^}]*\}/g;

/** Interface fonts, which documents never use. */
const NOT_FOR_TEXT = /font-family:\s*["']?Inter/;

/** The preview's styles for the print window, which serves the fonts; with a file for each weight instead of variable fonts. */
export async function printStyles(): Promise<string> {
  const { css, base } = await readStyles();
  const served = (address: string) => `galley://print${new URL(address, base).pathname}`;
  const own = css
    .replace(FACE, (face) => (/Variable/.test(face) ? "" : face))
    .replace(/url\(\s*["']?([^"')]+)["']?\s*\)/g, (_, address: string) => `url("${served(address)}")`);
  return staticFontFaces((address) => served(new URL(address, document.baseURI).href)) + own;
}

/** The same styles for a standalone page, with the fonts embedded that its text needs, by script and style. */
export async function embeddedStyles(body: HTMLElement): Promise<string> {
  const { css, base } = await readStyles();
  const used = new Set<number>();
  for (const character of body.textContent ?? "") used.add(character.codePointAt(0) ?? 0);
  const has = (selector: string) => body.querySelector(selector) !== null;
  const isNeeded = (face: string) => {
    if (NOT_FOR_TEXT.test(face)) return false;
    if (/STIX/.test(face)) return has("math");
    if (/JetBrains/.test(face) && !has("pre, code, kbd, samp, tt")) return false;
    if (/font-style:\s*italic/.test(face) && !has("em, i, cite, dfn, var")) return false;
    const range = /unicode-range:\s*([^;}]+)/.exec(face)?.[1];
    return range === undefined || covers(range, used);
  };
  const faces = await Promise.all(
    [...css.matchAll(FACE)].map(async ([face]) => (isNeeded(face) ? embedded(face, base) : "")),
  );
  let at = 0;
  return css.replace(FACE, () => faces[at++] ?? "");
}

async function readStyles(): Promise<{ css: string; base: string }> {
  const base = new URL(styles, document.baseURI).href;
  const answer = await fetch(base);
  if (!answer.ok) throw new Error("the styles could not be read");
  return { css: await answer.text(), base };
}

async function embedded(face: string, base: string): Promise<string> {
  const address = /url\(\s*["']?([^"')]+\.woff2)["']?\s*\)/.exec(face)?.[1];
  // Chinese punctuation uses a system font, by name.
  if (address === undefined) return /url\(/.test(face) ? "" : face;
  const answer = await fetch(new URL(address, base));
  if (!answer.ok) return "";
  const data = base64(new Uint8Array(await answer.arrayBuffer()));
  return face.replace(/src:[^;}]+/, `src:url("data:font/woff2;base64,${data}") format("woff2")`);
}

/** Whether a `unicode-range` contains one of these characters. */
function covers(range: string, used: ReadonlySet<number>): boolean {
  const spans = range.split(",").map((part) => {
    const [first = "", last = first] = part.trim().replace(/^U\+/i, "").split("-");
    return [Number.parseInt(first.replaceAll("?", "0"), 16), Number.parseInt(last.replaceAll("?", "F"), 16)] as const;
  });
  for (const code of used) if (spans.some(([first, last]) => code >= first && code <= last)) return true;
  return false;
}
