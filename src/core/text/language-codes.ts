/** Reads a list such as `en: eng, de: deu`. */
const listed = (list: string): Readonly<Record<string, string>> =>
  Object.fromEntries(list.split(/,\s*/).map((entry) => entry.split(/:\s*/) as [string, string]));

/** ISO 639-1 codes with the ISO 639-3 codes that language detection uses. */
const languages = listed(
  `en: eng, de: deu, fr: fra, es: spa, pt: por, it: ita, nl: nld, pl: pol, cs: ces, sk: slk, hu: hun, ro: ron, tr: tur, sv: swe,
da: dan, nb: nob, no: nob, fi: fin, et: est, id: ind, ms: zlm, vi: vie, hr: hrv, sl: slv, lt: lit, lv: lvs, ru: rus, uk: ukr,
bg: bul, sr: srp, ar: arb, fa: pes, ur: urd, he: heb, hi: hin, mr: mar, bn: ben, th: tha, el: ell, ja: jpn, ko: kor, zh: cmn`,
);

/** What people call languages beside their names in English, in Chinese and in themselves. */
const otherNames = listed(
  `simplified chinese: zh, traditional chinese: zh, mandarin: zh, 中文: zh, 汉语: zh, 漢語: zh, 简体中文: zh, 繁體中文: zh, 繁体中文: zh,
华语: zh, 國語: zh, 日本語: ja, 日文: ja, 英文: en, 法文: fr, 德文: de, 俄文: ru, 韩文: ko,
british english: en, american english: en, castilian: es, farsi: fa, norwegian: nb, brazilian: pt, malay: ms`,
);

let byName: ReadonlyMap<string, string> | null = null;

/** The ISO 639-1 code of a language as the user has named it (`fr`, `zh-CN`, `French`, `法语`, `français`); null if it is unknown. */
export function languageCode(named: string): string | null {
  const name = named.trim().toLowerCase();
  const tag = /^([a-z]{2})(?:[-_][a-z0-9]{2,8})*$/.exec(name)?.[1];
  if (tag !== undefined) return tag in languages ? tag : null;
  byName ??= namesOfLanguages();
  return byName.get(name) ?? byName.get(name.replace(/\s*[([（].*$/, "")) ?? null;
}

function namesOfLanguages(): Map<string, string> {
  const names = new Map(Object.entries(otherNames));
  for (const code of Object.keys(languages)) {
    for (const inLanguage of ["en", "zh-CN", code]) {
      const name = new Intl.DisplayNames([inLanguage], { type: "language", fallback: "none" }).of(code)?.toLowerCase();
      if (name !== undefined && !names.has(name)) names.set(name, code);
    }
  }
  return names;
}

/** The code that language detection has for this language; null if it does not know it. */
export const detectedCode = (code: string): string | null => languages[code] ?? null;

/** The ISO 639-1 code of what language detection has found; null if it has none. */
export const codeOfDetected = (detected: string): string | null =>
  Object.entries(languages).find(([, code]) => code === detected)?.[0] ?? null;
