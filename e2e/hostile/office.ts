/**
 * Office packages with payloads everywhere they hold text or an address: runs, fields, links, alternative texts, authors, sheets, styles and
 * bookmarks, comments, notes, formulas, properties, external parts.
 */
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { createPptx } from "../../src/main/engine/office/pptx/create";
import { createXlsx } from "../../src/main/engine/office/xlsx/create";

/** Escapes a text for XML attributes and content, without characters that XML cannot hold. */
const xml = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML has no way to say
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .toWellFormed()
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll(/[\t\n\r]/g, " ");

const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const relations = (rows: readonly string[]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows.join("")}</Relationships>`;
const relation = (id: string, type: string, target: string, mode = "Internal"): string =>
  `<Relationship Id="${id}" Type="${office}/${type}" Target="${xml(target)}" TargetMode="${mode}"/>`;

/** Document properties with the payload, which also refer to an external template. */
const properties = (payload: string): string =>
  `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${xml(payload)}</dc:title><dc:creator>${xml(payload)}</dc:creator><cp:keywords>${xml(payload)}</cp:keywords></cp:coreProperties>`;

const zipParts = (parts: Record<string, string>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));

/** A Word document with a few paragraphs for each payload; its links, images and fields lead to `addresses`. */
export function hostileDocx(payloads: readonly string[], addresses: readonly string[]): Uint8Array {
  const namespaces = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${office}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"`;
  const run = (text: string, runProperties = "") =>
    `<w:r><w:rPr>${runProperties}</w:rPr><w:t xml:space="preserve">${xml(text)}</w:t></w:r>`;
  const field = (instruction: string, shown: string) =>
    `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${xml(instruction)} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(shown)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
  const image = (name: string, link: string) =>
    `<w:r><w:drawing><wp:inline><wp:extent cx="90000" cy="90000"/><wp:docPr id="1" name="${xml(name)}" descr="${xml(name)}" title="${xml(name)}"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:blipFill><a:blip r:link="${link}" r:embed="${link}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
  const payloadParagraphs = payloads.map((payload, at) => {
    const revision = `w:author="${xml(payload.slice(0, 80))}" w:date="2026-01-01T00:00:00Z"`;
    const style =
      at % 5 === 0
        ? '<w:pStyle w:val="Heading1"/>'
        : at % 5 === 1
          ? `<w:pStyle w:val="${xml(payload.slice(0, 40))}"/>`
          : "";
    return `<w:p><w:pPr>${style}</w:pPr><w:commentRangeStart w:id="${at}"/>${run(payload)}<w:commentRangeEnd w:id="${at}"/><w:r><w:commentReference w:id="${at}"/></w:r><w:ins w:id="9${at}" ${revision}>${run("put in")}</w:ins><w:del w:id="8${at}" ${revision}><w:r><w:delText>${xml(payload.slice(0, 200))}</w:delText></w:r></w:del>${run("hidden", "<w:vanish/>")}<w:bookmarkStart w:id="${at}" w:name="${xml(payload.slice(0, 40))}"/></w:p>`;
  });
  const linkParagraphs = addresses.map(
    (address, at) =>
      `<w:p><w:hyperlink r:id="l${at}" w:tooltip="${xml(address)}" w:anchor="${xml(address)}">${run(`link ${address}`)}</w:hyperlink>${field(`HYPERLINK "${address}"`, "a field")}${field(`INCLUDEPICTURE "${address}" \\d`, "a picture")}<w:fldSimple w:instr="${xml(`INCLUDETEXT "${address}"`)}">${run("a text")}</w:fldSimple>${field('DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe "/k calc"', "a program")}${image(address, `i${at}`)}</w:p><w:tbl><w:tr><w:tc><w:p>${run(address)}</w:p></w:tc></w:tr></w:tbl><w:altChunk r:id="l${at}"/>`,
  );
  const comments = payloads.map(
    (payload, at) =>
      `<w:comment w:id="${at}" w:author="${xml(payload.slice(0, 80))}" w:initials="${xml(payload.slice(0, 8))}" w:date="2026-01-01T00:00:00Z"><w:p>${run(payload)}</w:p></w:comment>`,
  );
  const first = payloads[0] ?? "";
  return zipParts({
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    "_rels/.rels": relations([relation("r1", "officeDocument", "word/document.xml")]),
    "docProps/core.xml": properties(first),
    "word/document.xml": `<w:document ${namespaces}><w:body>${payloadParagraphs.join("")}${linkParagraphs.join("")}</w:body></w:document>`,
    "word/comments.xml": `<w:comments ${namespaces}>${comments.join("")}</w:comments>`,
    "word/settings.xml": `<w:settings ${namespaces}><w:attachedTemplate r:id="t"/></w:settings>`,
    "word/_rels/settings.xml.rels": relations([relation("t", "attachedTemplate", addresses[0] ?? "", "External")]),
    "word/_rels/document.xml.rels": relations([
      relation("c", "comments", "comments.xml"),
      relation("s", "settings", "settings.xml"),
      ...addresses.map((address, at) => relation(`l${at}`, "hyperlink", address, "External")),
      ...addresses.map((address, at) => relation(`i${at}`, "image", address, "External")),
    ]),
  });
}

/** A workbook whose sheets, cells, comments and links hold payloads, and whose formulas request `addresses`. */
export function hostileXlsx(payloads: readonly string[], addresses: readonly string[]): Uint8Array {
  const formulas = addresses.flatMap((address) => [
    `=HYPERLINK("${address.replaceAll('"', '""')}","x")`,
    `=WEBSERVICE("${address.replaceAll('"', '""')}")`,
    `=cmd|'/c calc'!A0`,
    `='[${address.replaceAll(/[\][']/g, "")}]x'!A1`,
  ]);
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const csv = payloads.map(
    // Galley writes no such formula itself, so that each is put in the place of a sum.
    (payload, at) => `${cell(payload)},=${at % formulas.length}+1,${cell(` ${payload}`)}`,
  );
  const parts = Object.fromEntries(
    Object.entries(unzipSync(createXlsx(csv.join("\n")))).map(([name, bytes]) => [name, strFromU8(bytes)]),
  );
  const sheet = "xl/worksheets/sheet1.xml";
  const links = addresses.map((_, at) => `<hyperlink ref="A${at + 1}" r:id="l${at}" tooltip="x" display="x"/>`);
  parts[sheet] = (parts[sheet] ?? "")
    .replace(/<f>(\d+)\+1<\/f>/g, (_, at: string) => `<f>${xml((formulas[Number(at)] ?? "").slice(1))}</f>`)
    .replace("<worksheet ", `<worksheet xmlns:r="${office}" `)
    .replace("</worksheet>", `<hyperlinks>${links.join("")}</hyperlinks></worksheet>`);
  parts["xl/worksheets/_rels/sheet1.xml.rels"] = relations([
    relation("c", "comments", "../comments1.xml"),
    ...addresses.map((address, at) => relation(`l${at}`, "hyperlink", address, "External")),
  ]);
  const authors = payloads.map((payload) => `<author>${xml(payload)}</author>`);
  const comments = payloads.map(
    (payload, at) => `<comment ref="A${at + 1}" authorId="${at}"><text><t>${xml(payload)}</t></text></comment>`,
  );
  parts["xl/comments1.xml"] =
    `<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><authors>${authors.join("")}</authors><commentList>${comments.join("")}</commentList></comments>`;
  parts["xl/workbook.xml"] = (parts["xl/workbook.xml"] ?? "")
    .replace(/<sheet name="[^"]*"/, `<sheet name="${xml(payloads[0] ?? "x").slice(0, 60)}"`)
    .replace(
      "</sheets>",
      `</sheets><definedNames><definedName name="_xlnm.Auto_Open">'${xml(payloads[0] ?? "")}'!A1</definedName></definedNames>`,
    );
  parts["docProps/core.xml"] = properties(payloads[0] ?? "");
  return zipParts(parts);
}

/** A presentation whose titles, lines, links and shape names hold payloads. */
export function hostilePptx(payloads: readonly string[], addresses: readonly string[]): Uint8Array {
  const slides = payloads.map((_, at) => `# TITLE${at}END\n- LINE${at}END`);
  const parts = Object.fromEntries(
    Object.entries(unzipSync(createPptx(slides.join("\n\n")))).map(([name, bytes]) => [name, strFromU8(bytes)]),
  );
  for (const name of Object.keys(parts)) {
    const at = Number(/^ppt\/slides\/slide(\d+)\.xml$/.exec(name)?.[1]) - 1;
    const rels = `ppt/slides/_rels/slide${at + 1}.xml.rels`;
    if (Number.isNaN(at)) continue;
    const payload = xml(payloads[at] ?? "");
    parts[name] = (parts[name] ?? "")
      .replaceAll(/(?:TITLE|LINE)\d+END/g, () => payload)
      .replaceAll(/ name="[^"]*"/g, () => ` name="${payload}" descr="${payload}"`)
      .replaceAll(/<a:rPr([^>]*)\/>/g, '<a:rPr$1><a:hlinkClick r:id="bad"/></a:rPr>')
      .replaceAll(/<a:r><a:t>/g, '<a:r><a:rPr><a:hlinkClick r:id="bad"/></a:rPr><a:t>');
    parts[rels] = (parts[rels] ?? relations([])).replace(
      "</Relationships>",
      `${relation("bad", "hyperlink", addresses[at % addresses.length] ?? "", "External")}</Relationships>`,
    );
  }
  parts["docProps/core.xml"] = properties(payloads[0] ?? "");
  return zipParts(parts);
}
