import { readPart } from "../package/package-parts";
import type { ZipPackage } from "../package/zip";

/** Tracked changes of an OpenDocument text, which are kept and not shown; null where it has none. In words for an agent. */
export function odfTrackedWarning(zip: ZipPackage): string | null {
  const xml = readPart(zip, "content.xml") ?? "";
  if (!xml.includes("tracked-changes")) return null;
  const count = (xml.match(/<(?:[\w.-]+:)?changed-region\b/g) ?? []).length;
  if (count === 0) return null;
  const many = count === 1 ? "1 tracked change, which is" : `${count} tracked changes, which are`;
  return `it has ${many} kept and not shown: what was put in reads as accepted, what was taken out is left out`;
}

/** Whether a tracked change begins, ends or stands in a piece of a part: without that place it would be torn. */
export const holdsTrackedChange = (xml: string): boolean => /<(?:[\w.-]+:)?change(?:-start|-end)?[\s/>]/.test(xml);
