import { WidgetType } from "@codemirror/view";

const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  copy: "©",
  reg: "®",
  trade: "™",
  hellip: "…",
  mdash: "—",
  ndash: "–",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  laquo: "«",
  raquo: "»",
  middot: "·",
  bull: "•",
  times: "×",
  divide: "÷",
  plusmn: "±",
  deg: "°",
  euro: "€",
  pound: "£",
  yen: "¥",
  cent: "¢",
  sect: "§",
  para: "¶",
  larr: "←",
  rarr: "→",
  uarr: "↑",
  darr: "↓",
  harr: "↔",
  le: "≤",
  ge: "≥",
  ne: "≠",
  infin: "∞",
  alpha: "α",
  beta: "β",
  gamma: "γ",
  delta: "δ",
  pi: "π",
  sigma: "σ",
  omega: "ω",
  Omega: "Ω",
  micro: "µ",
  frac12: "½",
  frac14: "¼",
  shy: "\u00ad",
  thinsp: "\u2009",
  ensp: "\u2002",
  emsp: "\u2003",
  zwj: "\u200d",
  zwnj: "\u200c",
};

class CharacterWidget extends WidgetType {
  constructor(readonly character: string) {
    super();
  }
  override eq(other: CharacterWidget): boolean {
    return other.character === this.character;
  }
  override toDOM(): HTMLElement {
    const span = document.createElement("span");
    span.textContent = this.character;
    return span;
  }
  override ignoreEvent(): boolean {
    return false;
  }
}

/** The character for `&name;` or `&#number;`; null if it is rare or invalid. */
function entityCharacter(written: string): string | null {
  const found = /^&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z0-9]{2,8}));$/.exec(written);
  if (!found) return null;
  const [, decimal, hex, name] = found;
  if (name !== undefined) return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? null) : null;
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  const isShown = code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) && !(code >= 127 && code < 160);
  return isShown ? String.fromCodePoint(code) : null;
}

/** A text with its entities as characters; rare and invalid ones stay as they are. */
export const decodeEntities = (text: string): string =>
  text.replace(/&#?[A-Za-z0-9]{1,8};/g, (entity) => entityCharacter(entity) ?? entity);

/** The same, limited to characters that are visible. */
export function decodeEntity(written: string): WidgetType | null {
  const character = entityCharacter(written);
  return character === null ? null : new CharacterWidget(character);
}
