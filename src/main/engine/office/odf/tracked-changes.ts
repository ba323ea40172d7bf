import { readPart } from "../package/package-parts";
import type { ZipPackage } from "../package/zip";

/** A warning for agents that an OpenDocument text has tracked changes, which are kept and not shown; null if it has none. */
export function odfTrackedWarning(zip: ZipPackage): string | null {
  const xml = readPart(zip, "content.xml") ?? "";
  if (!xml.includes("tracked-changes")) return null;
  const count = (xml.match(/<(?:[\w.-]+:)?changed-region\b/g) ?? []).length;
  if (count === 0) return null;
  const many = count === 1 ? "1 tracked change, which is" : `${count} tracked changes, which are`;
  return `it has ${many} kept but not shown: insertions are read as accepted, deletions are left out`;
}

/** Whether a piece of a part contains a mark of a tracked change, which replacing the piece would destroy. */
export const holdsTrackedChange = (xml: string): boolean => /<(?:[\w.-]+:)?change(?:-start|-end)?[\s/>]/.test(xml);
