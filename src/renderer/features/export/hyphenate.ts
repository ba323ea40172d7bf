import hyphen from "hyphen";

type Patterns = Parameters<typeof hyphen>[0];

/** TeX's patterns, one file for each language. */
const files = import.meta.glob<Patterns>(
  "../../../../node_modules/hyphen/patterns/{af,ca,cs,cy,da,de-1996,el-monoton,en-gb,en-us,es,et,eu,fi,fr,ga,gl,hr,hu,id,is,it,la,lt,lv,nb,nl,nn,pl,pt,ro,ru,sk,sl,sv,tr,uk}.js",
  { import: "default" },
);

/** The languages whose patterns have another name than their tag. */
const NAMES: Record<string, string> = { de: "de-1996", en: "en-us", no: "nb", el: "el-monoton" };

/** Regions that write English as in the United States. */
const AMERICAN = /^en(?:-(?:US|CA|PH))?$/i;

/** Text that stays whole: code, formulas, headings, what is missing. */
const WHOLE = "code, pre, kbd, samp, math, h1, h2, h3, h4, h5, h6, .absent, .contents";

/** The name of the patterns for a language tag; null if there are none. */
export function patternsFor(lang: string): string | null {
  const [base = ""] = lang.toLowerCase().split("-");
  const name = base === "en" && !AMERICAN.test(lang) ? "en-gb" : (NAMES[base] ?? base);
  return Object.keys(files).some((path) => path.endsWith(`/${name}.js`)) ? name : null;
}

/**
 * Inserts soft hyphens into the words of a collected page, by the rules of its language: Chromium brings none of its own. Nothing changes for a
 * language without rules. `turn` yields to the event loop.
 */
export async function hyphenate(body: HTMLElement, lang: string, turn: () => Promise<unknown>): Promise<void> {
  const splitters = new Map<string, Promise<((text: string) => string) | null>>();
  const splitterOf = (tag: string) => {
    const name = patternsFor(tag) ?? "";
    const known = splitters.get(name) ?? loadSplitter(name);
    splitters.set(name, known);
    return known;
  };
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { data, parentElement } = node as Text;
    if (!parentElement || !/\p{L}{6}/u.test(data) || parentElement.closest(WHOLE)) continue;
    const split = await splitterOf(parentElement.closest("[lang]")?.getAttribute("lang") || lang);
    if (split) (node as Text).data = splitWords(data, split);
    await turn();
  }
}

async function loadSplitter(name: string): Promise<((text: string) => string) | null> {
  const load = Object.entries(files).find(([path]) => path.endsWith(`/${name}.js`))?.[1];
  return load ? hyphen(await load(), { minWordLength: 6 }) : null;
}

/** Addresses and words with digits stay whole. */
export const splitWords = (text: string, split: (text: string) => string): string =>
  text.replace(/\S+/gu, (word) => (/[\p{N}_@/\\\u00ad]|\w\.\w/u.test(word) ? word : split(word)));
