import { readPart, relationsOf } from "./package-parts";
import { scanXml } from "./scan-xml";
import type { ZipPackage } from "./zip";

const spaces = {
  "http://purl.org/dc/elements/1.1/": "dc",
  "http://purl.org/dc/terms/": "dcterms",
  "http://schemas.openxmlformats.org/package/2006/metadata/core-properties": "cp",
  "urn:oasis:names:tc:opendocument:xmlns:meta:1.0": "meta",
};

const names: Record<string, string> = {
  "dc:title": "title",
  "dc:subject": "subject",
  "dc:creator": "author",
  "dc:description": "description",
  "dc:language": "language",
  "cp:keywords": "keywords",
  "cp:lastModifiedBy": "last_modified_by",
  "dcterms:created": "created",
  "dcterms:modified": "modified",
  "meta:initial-creator": "created_by",
  "meta:keyword": "keywords",
  "meta:creation-date": "created",
  "dc:date": "modified",
  "meta:generator": "generator",
};

/** Title, author and similar properties of an Open XML package; absent ones are left out. */
export function ooxmlProperties(zip: ZipPackage): Record<string, string> {
  const part = relationsOf(zip, "").find(({ type }) => type === "core-properties")?.target ?? "docProps/core.xml";
  return propertiesIn(readPart(zip, part));
}

/** Title, author and similar properties of an OpenDocument package; absent ones are left out. */
export const odfProperties = (zip: ZipPackage): Record<string, string> => propertiesIn(readPart(zip, "meta.xml"));

function propertiesIn(xml: string | null): Record<string, string> {
  const found: Record<string, string> = {};
  if (xml === null) return found;
  let property: string | undefined;
  scanXml(xml, spaces, {
    open(name) {
      property = names[name];
    },
    close() {
      property = undefined;
    },
    text(text) {
      if (property !== undefined && text.trim() !== "")
        found[property] = `${found[property] === undefined ? "" : `${found[property]}, `}${text.trim().slice(0, 500)}`;
    },
  });
  return found;
}
