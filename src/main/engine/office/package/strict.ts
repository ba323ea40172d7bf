import { readPart } from "./package-parts";
import type { ZipPackage } from "./zip";

/** The namespaces and relation types that strict Open XML writes in another way. */
const transitional =
  /http:\/\/schemas\.openxmlformats\.org\/(officeDocument|wordprocessingml|spreadsheetml|presentationml|drawingml)\/2006\//g;

/** Translates XML to add to a package into the namespaces that it is written in: transitional, as the text is, or strict. */
export function namespacesOf(zip: ZipPackage): (xml: string) => string {
  const isStrict = (readPart(zip, "_rels/.rels") ?? "").includes("http://purl.oclc.org/ooxml/officeDocument/");
  return (xml) => (isStrict ? xml.replaceAll(transitional, "http://purl.oclc.org/ooxml/$1/") : xml);
}
