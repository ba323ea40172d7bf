import type { ZipPackage } from "../package/zip";
import { movesCells } from "./moved-cells";

/** Its cells name what is in it by numbers. */
const numbered: [part: string, items: RegExp][] = [
  ["xl/sharedStrings.xml", /<(?:[\w.-]+:)?sst(?:\s[^<>]*)?>([\s\S]*?)(?:<\/(?:[\w.-]+:)?sst>|$)/],
  ["xl/styles.xml", /<(?:[\w.-]+:)?cellXfs(?:\s[^<>]*)?>([\s\S]*?)(?:<\/(?:[\w.-]+:)?cellXfs>|$)/],
];
const isSheet = (part: string): boolean => /^xl\/worksheets\/[^/]+\.xml$/.test(part);

/**
 * Whether what one version of a workbook changed may be about something that the other has moved: cells of any sheet, a sheet that is renamed or gone, or
 * the texts and styles that cells name by numbers. `isAside` says which parts are about nothing of that kind. Throws `XmlError`.
 */
export function movesUnderOther(
  base: ZipPackage,
  versions: readonly [ZipPackage, ZipPackage],
  isAside: (part: string) => boolean,
): boolean {
  const changed = versions.map((version) =>
    [...new Set([...base.names, ...version.names])].filter((part) => !isAside(part) && isChanged(base, version, part)),
  );
  return versions.some((version, index) => {
    const others = changed[1 - index] ?? [];
    if (others.length === 0) return false;
    const own = changed[index] ?? [];
    if (others.some(isSheet)) {
      if (own.some((part) => isRenumbered(base, version, part))) return true;
      if (
        own.includes("xl/workbook.xml") &&
        lacksSheet(textOf(base, "xl/workbook.xml"), textOf(version, "xl/workbook.xml"))
      )
        return true;
    }
    return own.some(
      (part) =>
        isSheet(part) && base.entries.has(part) && movesCells(textOf(base, part), textOf(version, part), "xlsx"),
    );
  });
}

function isChanged(base: ZipPackage, version: ZipPackage, part: string): boolean {
  const [before, after] = [base.read(part), version.read(part)];
  return before === null || after === null ? before !== after : !before.equals(after);
}

function isRenumbered(base: ZipPackage, version: ZipPackage, part: string): boolean {
  const items = numbered.find(([name]) => name === part)?.[1];
  if (items === undefined) return false;
  const [before = "", after = ""] = [base, version].map((zip) => items.exec(textOf(zip, part))?.[1]);
  return !after.startsWith(before);
}

function lacksSheet(before: string, after: string): boolean {
  const names = (xml: string) =>
    [...xml.matchAll(/<(?:[\w.-]+:)?sheet\s[^<>]*>/g)].map(([tag]) => /\sname="([^"]*)"/.exec(tag)?.[1]);
  const known = new Set(names(after));
  return names(before).some((name) => !known.has(name));
}

const textOf = (zip: ZipPackage, part: string): string => zip.read(part)?.toString("utf8") ?? "";
