import { relationsOf } from "../package/package-parts";
import type { ZipPackage } from "../package/zip";

/** Something that is defined in one place of a package and used in another, by a name or number. */
type Kind = {
  name: string;
  /** The parts that use it. */
  users: RegExp;
  /** The part that defines it for a part that uses it. */
  definedIn(user: string): string;
  /** A start tag that defines it, and one that uses it, each with the id as its group. */
  definition: RegExp;
  use: RegExp;
  /** Whether what is defined must be the same, or only be there. */
  isCompared: boolean;
};

const wordTexts = /^word\/(?:document|header\d*|footer\d*|footnotes|endnotes)\.xml$/;
const inWord = (name: string, part: string, definition: RegExp, use: RegExp, isCompared = false): Kind => ({
  name,
  users: wordTexts,
  definedIn: () => `word/${part}.xml`,
  definition,
  use,
  isCompared,
});

const kinds: readonly Kind[] = [
  {
    name: "relation",
    users: /^(?:word\/[^/]+|ppt\/\w+\/[^/]+|xl\/worksheets\/[^/]+)\.xml$/,
    definedIn: (user) => user.replace(/[^/]+$/, "_rels/$&.rels"),
    definition: /<(?:[\w.-]+:)?Relationship\s[^<>]*?\sId="([^"]*)"|<(?:[\w.-]+:)?Relationship\sId="([^"]*)"/g,
    use: /\s[\w.-]+:(?:id|embed|link|pict|dm|lo|qs|cs)="([^"]*)"/g,
    isCompared: true,
  },
  inWord(
    "footnote",
    "footnotes",
    /<[\w.-]+:footnote\s[^<>]*?:id="([^"]*)"/g,
    /<[\w.-]+:footnoteReference\s[^<>]*?:id="([^"]*)"/g,
  ),
  inWord(
    "endnote",
    "endnotes",
    /<[\w.-]+:endnote\s[^<>]*?:id="([^"]*)"/g,
    /<[\w.-]+:endnoteReference\s[^<>]*?:id="([^"]*)"/g,
  ),
  inWord(
    "comment",
    "comments",
    /<[\w.-]+:comment\s[^<>]*?:id="([^"]*)"/g,
    /<[\w.-]+:commentReference\s[^<>]*?:id="([^"]*)"/g,
  ),
  inWord(
    "style",
    "styles",
    /<[\w.-]+:style\s[^<>]*?:styleId="([^"]*)"/g,
    /<[\w.-]+:(?:p|r|tbl)Style\s[^<>]*?:val="([^"]*)"/g,
  ),
  inWord("list", "numbering", /<[\w.-]+:num\s[^<>]*?:numId="([^"]*)"/g, /<[\w.-]+:numId\s[^<>]*?:val="([^"]*)"/g, true),
  {
    name: "automatic style",
    users: /^content\.xml$/,
    definedIn: (user) => user,
    definition: /<[\w.-]+:[\w-]*style\s[^<>]*?:name="([^"]*)"/g,
    use: /style-name="([^"]*)"/g,
    isCompared: true,
  },
];

/** The definitions end there, in a part that also uses them. */
const endOfAutomaticStyles = /<\/[\w.-]+:automatic-styles>/;

/**
 * Whether everything that is used in a merged package is what the version that it comes from has under that name or number. One version may have deleted a
 * footnote or picture that the other uses once more, or given its number to something else, as programs do when they save.
 */
export function keepsReferences(
  merged: ZipPackage,
  { ours, theirs }: { ours: ZipPackage; theirs: ZipPackage },
): boolean {
  const deleted = new Set([...ours.names, ...theirs.names].filter((part) => !merged.entries.has(part)));
  for (const part of merged.names) {
    if (deleted.size > 0 && usesDeleted(merged, part, deleted)) return false;
    for (const kind of kinds) if (kind.users.test(part) && !keepsUses(kind, part, [merged, ours, theirs])) return false;
  }
  return true;
}

function keepsUses(
  kind: Kind,
  part: string,
  zips: [merged: ZipPackage, ours: ZipPackage, theirs: ZipPackage],
): boolean {
  const [inAll = "", inOurs = "", inTheirs = ""] = zips.map((zip) => textOf(zip, kind.definedIn(part)));
  if (inOurs === inTheirs) return true;
  const [all, here, there] = [inAll, inOurs, inTheirs].map((text) => definitions(kind, text));
  const [uses, usesHere, usesThere] = zips.map((zip) => countUses(kind, textOf(zip, part)));
  for (const [id, count] of uses ?? []) {
    // What the merged package has under this id is not what one version has: all of its uses must be from the other.
    const isNew = (defined: Map<string, string> | undefined, known: Map<string, number> | undefined) =>
      all?.get(id) !== defined?.get(id) && count > (known?.get(id) ?? 0);
    if (isNew(here, usesThere) || isNew(there, usesHere)) return false;
  }
  return true;
}

function usesDeleted(zip: ZipPackage, part: string, deleted: ReadonlySet<string>): boolean {
  if (part === "content.xml")
    for (const [, href = ""] of textOf(zip, part).matchAll(/:href="(?:\.\/)?([^"]*)"/g))
      if (deleted.has(href) || deleted.has(`${href}/content.xml`)) return true;
  return !part.endsWith(".rels") && relationsOf(zip, part).some(({ target }) => deleted.has(target));
}

const textOf = (zip: ZipPackage, part: string): string => zip.read(part)?.toString("utf8") ?? "";

function definitions({ definition, isCompared }: Kind, text: string): Map<string, string> {
  const xml = text.slice(0, endOfAutomaticStyles.exec(text)?.index ?? Math.max(0, text.lastIndexOf("</")));
  const found = new Map<string, string>();
  const tags = [...xml.matchAll(definition)];
  for (const [index, tag] of tags.entries()) {
    const id = tag[1] ?? tag[2] ?? "";
    found.set(
      id,
      `${found.get(id) ?? ""}${isCompared ? xml.slice(tag.index, tags[index + 1]?.index).trim() : "defined"}`,
    );
  }
  return found;
}

function countUses({ use }: Kind, xml: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [, id = ""] of xml.matchAll(use)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
