import { difference } from "../../../../core/diff/difference";
import type { Change } from "../../../../core/text/change";
import type { PackageText } from "./office-paragraphs";

/**
 * The changes between the texts of a package before and after an edit: paragraph by paragraph if their number is the same and none
 * was moved, otherwise between the first and the last that differ.
 */
export function packageChanges(before: PackageText, after: PackageText, isMoved = false): Change[] {
  if (!isMoved && before.paragraphs.length === after.paragraphs.length)
    return before.paragraphs.flatMap(({ from, to, text }, index) => {
      const insert = after.paragraphs[index]?.text ?? "";
      return insert === text ? [] : [{ from, to, insert }];
    });
  return difference(before.text, after.text);
}
