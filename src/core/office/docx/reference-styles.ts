/** What a Word document takes from another one: its styles, its theme, its paper. */
export type WordReference = {
  /** `word/styles.xml`. */
  styles: string;
  /** `word/theme/theme1.xml`; null if it has none, or one that needs other parts. */
  theme: string | null;
  /** The `w:pgSz` and `w:pgMar` of its last section; null if they are not readable. In twentieths of a point. */
  page: { width: number; height: number; top: number; right: number; bottom: number; left: number } | null;
};

/** The longest parts that are read, in characters. */
const MAX_PART = 8_000_000;

/**
 * Reads what is taken from the parts of another document. They may come from anyone: a part that declares entities, or that is not a part of Word, is an
 * error or left out.
 */
export function readReference(part: (name: string) => string | null): WordReference {
  const styles = checked(part("word/styles.xml"));
  if (styles === null || !/<w:styles[\s>]/.test(styles) || !styles.includes("</w:styles>"))
    throw new Error("the document has no Word styles");
  const theme = checked(part("word/theme/theme1.xml"));
  return {
    // Numbers of headings need lists, which are not taken over.
    styles: styles.replace(/<w:numPr>[\s\S]*?<\/w:numPr>|<w:numPr\/>/g, ""),
    theme: theme !== null && /<a:theme[\s>]/.test(theme) && !/\br:(?:embed|link|id)=/.test(theme) ? theme : null,
    page: pageOf(checked(part("word/document.xml")) ?? ""),
  };
}

const checked = (text: string | null): string | null =>
  text === null || text.length > MAX_PART || /<!(?:DOCTYPE|ENTITY)/i.test(text) ? null : text;

function pageOf(document: string): WordReference["page"] {
  const last = document.slice(document.lastIndexOf("<w:sectPr"));
  const number = (element: string, name: string) => {
    const tag = new RegExp(`<w:${element}\\s[^>]*>`).exec(last)?.[0] ?? "";
    return Number(new RegExp(`\\bw:${name}="(-?\\d{1,6})"`).exec(tag)?.[1] ?? Number.NaN);
  };
  const [width, height] = [number("pgSz", "w"), number("pgSz", "h")];
  const [top, bottom] = [number("pgMar", "top"), number("pgMar", "bottom")].map(Math.abs);
  const [left, right] = [number("pgMar", "left"), number("pgMar", "right")];
  const all = { width, height, top: top ?? Number.NaN, right, bottom: bottom ?? Number.NaN, left };
  const isUsable = Object.values(all).every((value) => Number.isFinite(value) && value >= 0);
  // At least five centimetres of text.
  return isUsable && width - left - right > 2800 && height - all.top - all.bottom > 2800 ? all : null;
}

const STYLE = /<w:style\s[^>]*>[\s\S]*?<\/w:style>/g;

/**
 * The styles of another document, with those of Galley's that it lacks, and the id that each of Galley's styles has there. Word's own styles are known
 * by their names, which are English in every language; ids are not.
 */
export function mergedStyles(reference: string, own: string): { xml: string; ids: Map<string, string> } {
  const theirs = styleList(reference);
  const taken = new Set(theirs.map(({ id }) => id));
  const normal = theirs.find(({ type, isDefault }) => type === "paragraph" && isDefault)?.id ?? null;
  const ids = new Map<string, string>();
  const added = [];
  for (const style of styleList(own)) {
    const same = theirs.find(({ type, name }) => type === style.type && name === style.name);
    if (same ?? (style.isDefault && theirs.some(({ type, isDefault }) => type === style.type && isDefault))) {
      ids.set(style.id, same?.id ?? style.id);
      continue;
    }
    const id = taken.has(style.id) ? `Galley${style.id}` : style.id;
    ids.set(style.id, id);
    added.push({ ...style, id });
  }
  if (normal !== null) ids.set("Normal", normal);
  const written = added.map(({ xml, id }) => withIds(xml, ids).replace(/w:styleId="[^"]*"/, `w:styleId="${id}"`));
  return { xml: reference.replace(/<\/w:styles>\s*$/, () => `${written.join("")}</w:styles>`), ids };
}

/** Replaces the ids of styles where paragraphs, runs and other styles name them. */
export const withIds = (xml: string, ids: ReadonlyMap<string, string>): string =>
  xml.replace(
    /(<w:(?:pStyle|rStyle|tblStyle|basedOn|next|link) w:val=")([^"]*)(")/g,
    (_, before: string, id: string, after: string) => before + (ids.get(id) ?? id) + after,
  );

function styleList(xml: string) {
  return [...xml.matchAll(STYLE)].map(([style]) => {
    const head = style.slice(0, style.indexOf(">"));
    const attribute = (name: string) => new RegExp(`\\bw:${name}="([^"]*)"`).exec(head)?.[1] ?? "";
    return {
      xml: style,
      id: attribute("styleId"),
      type: attribute("type"),
      isDefault: attribute("default") === "1",
      name: (/<w:name\s+w:val="([^"]*)"/.exec(style)?.[1] ?? "").toLowerCase(),
    };
  });
}
