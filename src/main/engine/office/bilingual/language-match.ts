import { languageCode } from "../../../../core/text/language-codes";

/** Codes of three letters that translation programs still write. */
const longCodes: ReadonlyMap<string, string> = new Map(
  `eng:en deu:de ger:de fra:fr fre:fr spa:es por:pt ita:it nld:nl dut:nl pol:pl ces:cs cze:cs rus:ru jpn:ja kor:ko zho:zh chi:zh cmn:zh ara:ar arb:ar tur:tr`
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]),
);

/** A language as files and people write it, as a lower-case tag: `de`, `zh-cn`; what is unknown stays as it is. */
export function languageTag(named: string): string {
  const tag = named.trim().toLowerCase().replaceAll("_", "-");
  if (/^[a-z]{2}(?:-|$)/.test(tag)) return tag;
  const [first = "", ...rest] = tag.split("-");
  const code = longCodes.get(first);
  if (code !== undefined) return [code, ...rest].join("-");
  return languageCode(named) ?? tag;
}

/** How well a language fits a wanted one: 3 the same, 2 one of them without a region, 1 another region, 0 another language. */
export function languageFit(named: string, wanted: string): 0 | 1 | 2 | 3 {
  const [one, other] = [languageTag(named), languageTag(wanted)];
  if (one === other) return 3;
  const [oneLanguage, otherLanguage] = [one.split("-")[0] ?? "", other.split("-")[0] ?? ""];
  if (oneLanguage !== otherLanguage || oneLanguage === "") return 0;
  return one === oneLanguage || other === otherLanguage ? 2 : 1;
}
