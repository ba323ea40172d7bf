import { createHash } from "node:crypto";
import { escapedAttribute, escapedText } from "../../../../core/text/escape-xml";
import { type XliffVersion, xliffContent } from "./inline-codes";

/** A paragraph as a unit. `target` is null if it is not translated. */
export type XliffUnit = {
  id: string;
  source: string;
  target: string | null;
  state: "untranslated" | "translated" | "accepted" | "to review";
  /** Messages for the translator. */
  notes: readonly string[];
};

/** A chapter; `text` tells whether its paragraphs have marks for the elements of an EPUB. */
export type XliffFile = { path: string; text: "marked" | "plain"; units: readonly XliffUnit[] };

/** The namespace of what Galley adds in XLIFF 2.1: what a target was when it was exported. The schema of 1.2 has an attribute for such data. */
const galleyNamespace = "urn:galley:xliff:1";

/** What a target is known by after an export: whether it was edited shows on import. */
export const targetStamp = (target: string | null): string =>
  target === null ? "none" : createHash("sha256").update(target).digest("hex").slice(0, 16);

/** A book as XLIFF. Languages are tags; `und` if unknown. */
export function xliffOf(
  files: readonly XliffFile[],
  { version, from, into }: { version: XliffVersion; from: string; into: string },
): string {
  const filled = files.filter(({ units }) => units.length > 0);
  const body =
    version === "1.2"
      ? [
          `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">`,
          ...filled.flatMap((file) => oldFile(file, from, into)),
        ]
      : [
          `<xliff version="2.1" xmlns="urn:oasis:names:tc:xliff:document:2.0" xmlns:galley="${galleyNamespace}" srcLang="${escapedAttribute(from)}" trgLang="${escapedAttribute(into)}">`,
          ...filled.flatMap(newFile),
        ];
  return ['<?xml version="1.0" encoding="UTF-8"?>', ...body, "</xliff>", ""].join("\n");
}

const oldStates = {
  untranslated: "new",
  translated: "translated",
  accepted: "final",
  "to review": "needs-review-translation",
};

function oldFile({ path, text, units }: XliffFile, from: string, into: string): string[] {
  return [
    `<file original="${escapedAttribute(path)}" source-language="${escapedAttribute(from)}" target-language="${escapedAttribute(into)}" datatype="plaintext" xml:space="preserve">`,
    "<body>",
    ...units.map(({ id, source, target, state, notes }) =>
      [
        `<trans-unit id="${escapedAttribute(id)}" approved="${state === "accepted" ? "yes" : "no"}" extradata="galley:${targetStamp(target)}">`,
        `<source>${xliffContent(source, text, "1.2")}</source>`,
        target === null ? "" : `<target state="${oldStates[state]}">${xliffContent(target, text, "1.2")}</target>`,
        ...notes.map((note) => `<note from="Galley">${escapedText(note)}</note>`),
        "</trans-unit>",
      ].join(""),
    ),
    "</body>",
    "</file>",
  ];
}

const newStates = { untranslated: "initial", translated: "translated", accepted: "final", "to review": "translated" };

function newFile({ path, text, units }: XliffFile, index: number): string[] {
  return [
    `<file id="f${index + 1}" original="${escapedAttribute(path)}" xml:space="preserve">`,
    ...units.map(({ id, source, target, state, notes }) =>
      [
        `<unit id="${escapedAttribute(id)}" galley:target="${targetStamp(target)}">`,
        notes.length === 0 ? "" : `<notes>${notes.map((note) => `<note>${escapedText(note)}</note>`).join("")}</notes>`,
        `<segment state="${newStates[state]}"><source>${xliffContent(source, text, "2.1")}</source>`,
        target === null ? "" : `<target>${xliffContent(target, text, "2.1")}</target>`,
        "</segment></unit>",
      ].join(""),
    ),
    "</file>",
  ];
}
