import type { EnglishDialect } from "./grammar-protocol";

const REGIONS: Record<string, EnglishDialect> = { AU: "en-AU", NZ: "en-AU", CA: "en-CA", IN: "en-IN", US: "en-US" };
/** Regions that write as in the United States. */
const AMERICAN = /^(?:PH|PR|LR)$/;

/** The English of the first of these languages that is English; null if none is. */
export function dialectOf(languages: readonly string[]): EnglishDialect | null {
  const english = languages.find((tag) => /^en(?:-|$)/i.test(tag));
  if (english === undefined) return null;
  const region = /-([A-Z]{2})\b/.exec(english.toUpperCase())?.[1];
  return region === undefined || AMERICAN.test(region) ? "en-US" : (REGIONS[region] ?? "en-GB");
}
