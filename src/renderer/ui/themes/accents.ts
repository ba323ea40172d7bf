/** The available accent colours; `blue` is the default of the style sheet. */
export const ACCENTS = {
  blue: "#28589e",
  teal: "#0d6a70",
  green: "#2f6b3c",
  olive: "#64641c",
  amber: "#8a5200",
  red: "#a8322a",
  pink: "#a5336f",
  violet: "#6a3fa8",
  graphite: "#4c4c50",
} as const;

/** The backgrounds that accent-coloured text appears on, the most demanding first, and the required contrast. */
const GROUNDS = {
  standard: { light: ["#e7e4dd", "#ffffff"], dark: ["#29292d", "#151517"], ratio: 4.5 },
  high: { light: ["#ececec", "#ffffff"], dark: ["#1c1c1c", "#000000"], ratio: 7 },
} as const;

/** An accent colour for both themes, and the text colour on it, as `#rrggbb`. */
export type Accent = Record<"light" | "dark", { colour: string; ink: string }>;

/**
 * Adjusts the lightness of an accent until it is readable in each theme, keeping its hue. `name` is one of `ACCENTS` or
 * `#rrggbb`; null for the default.
 */
export function accentOf(name: string, contrast: keyof typeof GROUNDS): Accent | null {
  const base = name.startsWith("#") ? name : ACCENTS[name.toLowerCase() as keyof typeof ACCENTS];
  if (!base || base === ACCENTS.blue) return null;
  const { light, dark, ratio } = GROUNDS[contrast];
  const [lightness, chroma, hue] = toLch(base);
  const readable = (start: number, step: number, grounds: readonly string[], most: number) => {
    for (let at = start; at > 0 && at < 1; at += step) {
      const colour = fromLch(at, Math.min(chroma, most), hue);
      if (grounds.every((ground) => contrastOf(colour, ground) >= ratio)) return colour;
    }
    return step < 0 ? "#000000" : "#ffffff";
  };
  // Full chroma glares on dark; on light it makes the colour.
  const onLight = readable(Math.min(lightness, 0.6), -0.005, light, 0.2);
  const onDark = readable(Math.max(lightness, 0.72), 0.005, dark, 0.13);
  return {
    light: { colour: onLight, ink: "#ffffff" },
    dark: { colour: onDark, ink: fromLch(0.22, Math.min(chroma, 0.05), hue) },
  };
}

/** The WCAG contrast ratio of two colours, from 1 to 21. */
export function contrastOf(a: string, b: string): number {
  const [one, other] = [luminance(a), luminance(b)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

type Triple = [number, number, number];

function channels(hex: string): Triple {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255].map(linear) as Triple;
}

const linear = (byte: number) => (byte <= 10.31475 ? byte / 3294.6 : ((byte / 255 + 0.055) / 1.055) ** 2.4);

const byte = (light: number) =>
  Math.round(255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * Math.max(light, 0) ** (1 / 2.4) - 0.055));

function luminance(hex: string): number {
  const [r, g, b] = channels(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Converts to OKLCH: lightness from 0 to 1, chroma, hue in radians. */
function toLch(hex: string): Triple {
  const [r, g, b] = channels(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const x = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const y = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, Math.hypot(x, y), Math.atan2(y, x)];
}

/** Converts from OKLCH, reducing chroma to what a screen can show. */
function fromLch(lightness: number, chroma: number, hue: number): string {
  for (let at = chroma; ; at = at < 0.004 ? 0 : at * 0.94) {
    const [x, y] = [at * Math.cos(hue), at * Math.sin(hue)];
    const l = (lightness + 0.3963377774 * x + 0.2158037573 * y) ** 3;
    const m = (lightness - 0.1055613458 * x - 0.0638541728 * y) ** 3;
    const s = (lightness - 0.0894841775 * x - 1.291485548 * y) ** 3;
    const bytes = [
      4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
      -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
      -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
    ].map(byte);
    if (at === 0 || bytes.every((each) => each >= 0 && each <= 255))
      return `#${bytes.map((each) => Math.min(255, Math.max(0, each)).toString(16).padStart(2, "0")).join("")}`;
  }
}
