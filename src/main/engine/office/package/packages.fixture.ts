import { zipSync } from "fflate";

/** The content types of every Open XML package. */
export const contentTypes = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`;

/** A zip of these parts. */
export const packageOf = (parts: Record<string, string>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, Buffer.from(text)])));

/** A Word document with this body, which uses `w` for the main namespace; the file declares it as `prefix`. `type` is a document type. */
export function docxOf(body: string, { prefix = "w", type = "" } = {}): Uint8Array {
  const renamed = prefix === "w" ? body : body.replaceAll(/(<\/?)w:/g, `$1${prefix}:`);
  const main = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
  return packageOf({
    "[Content_Types].xml": contentTypes,
    "_rels/.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/document.xml": `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${type}<${prefix}:document xmlns:${prefix}="${main}" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><${prefix}:body>${renamed}</${prefix}:body></${prefix}:document>`,
  });
}

/** An OpenDocument text with this body. */
export function odtOf(body: string): Uint8Array {
  const spaces = ["office", "text", "table"].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  );
  return packageOf({
    mimetype: "application/vnd.oasis.opendocument.text",
    "content.xml": `<?xml version="1.0"?><office:document-content ${spaces.join(" ")}><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
  });
}
