import type { CSSProperties } from "react";
import type { OfficeStyle } from "../../../shared/office";
import { accentOf, contrastOf } from "../../ui/themes/accents";

const readable = new Map<string, string>();

/** A colour of the document, made readable on the current theme: same hue, adjusted lightness. */
function onPaper(colour: string): string {
  const known = readable.get(colour);
  if (known !== undefined) return known;
  const accent = isPlain(colour) ? null : accentOf(colour, "standard");
  const found = accent ? `light-dark(${accent.light.colour}, ${accent.dark.colour})` : "inherit";
  readable.set(colour, found);
  return found;
}

const isColour = (text: string | undefined | null): text is string => /^#[0-9a-f]{6}$/i.test(text ?? "");

/** Black and white are replaced by the theme's text colour. */
const isPlain = (colour: string) => contrastOf(colour, "#000000") < 1.15 || contrastOf(colour, "#ffffff") < 1.15;

/** The text colour on a fill: the document's colour if it is readable there, else black or white. */
function textColourOn(ground: string, colour: string | undefined): string {
  if (isColour(colour) && contrastOf(colour, ground) >= 4.5) return colour;
  return contrastOf("#000000", ground) >= contrastOf("#ffffff", ground) ? "#000000" : "#ffffff";
}

/** The style of a fill and the text on it; empty without a fill. White is the paper itself. */
export function fillStyle(fill: string | null | undefined, colour?: string): CSSProperties {
  if (!isColour(fill) || contrastOf(fill, "#ffffff") < 1.02) return isColour(colour) ? { color: onPaper(colour) } : {};
  return { backgroundColor: fill, color: textColourOn(fill, colour) };
}

const family = (name: string) => name.replace(/[^\p{L}\p{N} -]/gu, "");

/** The CSS style of a run; `size` is in points, 12 points are the paper's em. */
export function runStyle({
  bold,
  italic,
  underline,
  strike,
  code,
  color,
  highlight,
  size,
  font,
}: OfficeStyle): CSSProperties {
  const lines = [underline ? "underline" : "", strike ? "line-through" : ""].filter(Boolean).join(" ");
  return {
    ...(bold ? { fontWeight: 700 } : {}),
    ...(italic ? { fontStyle: "italic" } : {}),
    ...(lines === "" ? {} : { textDecorationLine: lines }),
    ...(size !== undefined
      ? { fontSize: `var(--run-size, calc(${Math.min(96, Math.max(5, size))} * var(--point)))` }
      : {}),
    ...(code ? { fontFamily: "var(--font-mono)" } : font ? { fontFamily: `"${family(font)}", var(--font-text)` } : {}),
    ...fillStyle(highlight, color),
  };
}
