import { posix } from "node:path";
import { scanXml } from "./scan-xml";
import type { ZipPackage } from "./zip";

const packageRelations = "http://schemas.openxmlformats.org/package/2006/relationships";

/** The text of a part: UTF-8, or UTF-16 with a byte order mark. */
function partText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString("utf16le", 2);
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return Buffer.from(bytes.subarray(2, bytes.length & ~1))
      .swap16()
      .toString("utf16le");
  return bytes.toString("utf8");
}

/** The text of a part; null if there is no such part. */
export function readPart(zip: ZipPackage, name: string): string | null {
  const bytes = zip.read(name);
  return bytes === null ? null : partText(bytes);
}

/** A relation of an Open XML part: `target` is a part's name. Relations that lead out of the package are left out, and never followed. */
export type Relation = { id: string; type: string; target: string };

/**
 * The relations of a part (an empty name: of the package), in order. `type` is the last word of its URI. The target of an `outside`
 * relation is a URL, which is listed but never opened.
 */
export function relationsOf(zip: ZipPackage, part: string, where: "inside" | "outside" = "inside"): Relation[] {
  const folder = part === "" ? "" : posix.dirname(part);
  const name = part === "" ? "_rels/.rels" : posix.join(folder, "_rels", `${posix.basename(part)}.rels`);
  const xml = readPart(zip, name);
  const relations: Relation[] = [];
  if (xml === null) return relations;
  scanXml(
    xml,
    { [packageRelations]: "r" },
    {
      open(element, tag) {
        if (element !== "r:Relationship" || (tag.attribute("TargetMode") === "External") !== (where === "outside"))
          return;
        const target = tag.attribute("Target") ?? "";
        const inside = target.startsWith("/") ? target.slice(1) : posix.join(folder, target);
        const path = where === "outside" ? target : inside;
        relations.push({
          id: tag.attribute("Id") ?? "",
          type: (tag.attribute("Type") ?? "").replace(/^.*\//, ""),
          target: path,
        });
      },
      close() {},
      text() {},
    },
  );
  return relations;
}
