/** What a caption counts. Word knows the sequences by these names in every language. */
export type Sequence = "Figure" | "Table";

/** The labels by language, and what stands between the number and the caption. */
const LABELS: Record<string, readonly [figure: string, table: string, after: string]> = {
  en: ["Figure ", "Table ", ": "],
  zh: ["图 ", "表 ", "："],
  ja: ["図 ", "表 ", "："],
  ko: ["그림 ", "표 ", ". "],
  de: ["Abbildung ", "Tabelle ", ": "],
  fr: ["Figure ", "Tableau ", " : "],
  es: ["Figura ", "Tabla ", ": "],
  it: ["Figura ", "Tabella ", ": "],
  pt: ["Figura ", "Tabela ", ": "],
  nl: ["Figuur ", "Tabel ", ": "],
  pl: ["Rysunek ", "Tabela ", ": "],
  ru: ["Рисунок ", "Таблица ", ": "],
  sv: ["Figur ", "Tabell ", ": "],
  he: ["איור ", "טבלה ", ": "],
  ar: ["الشكل ", "الجدول ", ": "],
};

/** What stands before and after the number of a caption, in the language of a BCP 47 tag; in English if its words are not known. */
export function captionLabel(sequence: Sequence, lang: string): { before: string; after: string } {
  const [figure, table, after] = LABELS[lang.split("-")[0]?.toLowerCase() ?? ""] ?? LABELS["en"] ?? ["", "", ""];
  return { before: sequence === "Figure" ? figure : table, after };
}

const OWN = [...Object.values(LABELS).flatMap(([figure, table]) => [figure.trim(), table.trim()]), "Fig", "Tab", "Abb"];
const NUMBERED = new RegExp(`^\\s*(?:${OWN.join("|")})\\.?\\s*\\d`, "iu");

/** Whether a caption begins with a number of its own, such as `Fig. 3` or `Tabelle 2`. */
export const isNumbered = (caption: string): boolean => NUMBERED.test(caption);
