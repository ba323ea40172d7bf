import { newPackage } from "../package/package-writer";

const oasis = "urn:oasis:names:tc:opendocument:xmlns:";
const declared = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** The OpenDocument namespaces that are written here, by prefix, without their common beginning. */
const namespaces = {
  office: "office",
  style: "style",
  text: "text",
  table: "table",
  draw: "drawing",
  presentation: "presentation",
  number: "datastyle",
  meta: "meta",
  fo: "xsl-fo-compatible",
  svg: "svg-compatible",
} as const;

/** The XML of a new OpenDocument package. `body` goes into the element of its kind, `styles` into the styles part. */
export type NewOdf = {
  kind: "text" | "spreadsheet" | "presentation";
  prefixes: readonly (keyof typeof namespaces)[];
  automaticStyles: string;
  body: string;
  styles: string;
};

/** Creates an OpenDocument package from these parts, with its properties and manifest. */
export function newOdf({ kind, prefixes, automaticStyles, body, styles }: NewOdf): Uint8Array {
  const type = `application/vnd.oasis.opendocument.${kind}`;
  const spaces = [
    ...prefixes.map((prefix) => `xmlns:${prefix}="${oasis}${namespaces[prefix]}:1.0"`),
    `xmlns:of="${oasis}of:1.2"`,
    'xmlns:xlink="http://www.w3.org/1999/xlink"',
  ].join(" ");
  const meta = `xmlns:office="${oasis}office:1.0" xmlns:meta="${oasis}meta:1.0"`;
  const parts = {
    "content.xml": `<office:document-content ${spaces} office:version="1.3"><office:automatic-styles>${automaticStyles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    "styles.xml": `<office:document-styles ${spaces} office:version="1.3">${styles}</office:document-styles>`,
    "meta.xml": `<office:document-meta ${meta} office:version="1.3"><office:meta><meta:generator>Galley</meta:generator></office:meta></office:document-meta>`,
  };
  const listed = Object.keys(parts).map(
    (part) => `<manifest:file-entry manifest:full-path="${part}" manifest:media-type="text/xml"/>`,
  );
  const manifest = `<manifest:manifest xmlns:manifest="${oasis}manifest:1.0" manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:version="1.3" manifest:media-type="${type}"/>${listed.join("")}</manifest:manifest>`;
  const all = Object.entries({ ...parts, "META-INF/manifest.xml": manifest });
  const texts = [["mimetype", type] as const, ...all.map(([name, xml]) => [name, declared + xml] as const)];
  return newPackage(new Map(texts.map(([name, text]) => [name, Buffer.from(text)])));
}
