import { newPackage } from "../package/package-writer";
import { textBlocks } from "../text/text-blocks";
import { docxParagraphs } from "./paragraphs";

const main = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const declaration = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n`;

/** Creates a Word document from Markdown text. */
export function createDocx(content: string): Uint8Array {
  let numbers = 1;
  const { xml } = docxParagraphs(textBlocks(content), {
    prefix: "w:",
    headingStyle: (level) => `Heading${level}`,
    bullets: 1,
    newNumbers: () => ++numbers,
    tableStyle: "TableGrid",
    paragraphProperties: "",
    runProperties: "",
    paragraphName: () => "",
    track: null,
  });
  const page = `<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr>`;
  const parts: Record<string, string> = {
    "[Content_Types].xml": contentTypes,
    "_rels/.rels": `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/document.xml": `${declaration}<w:document xmlns:w="${main}" xmlns:r="${office}"><w:body>${xml === "" ? "<w:p/>" : xml}${page}</w:body></w:document>`,
    "word/_rels/document.xml.rels": `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/styles" Target="styles.xml"/><Relationship Id="rId2" Type="${office}/numbering" Target="numbering.xml"/></Relationships>`,
    "word/styles.xml": stylesXml(),
    "word/numbering.xml": numberingXml(numbers),
  };
  return newPackage(new Map(Object.entries(parts).map(([name, text]) => [name, Buffer.from(text)])));
}

const contentTypes = `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/><Override PartName="/word/numbering.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.numbering+xml"/></Types>`;

function stylesXml(): string {
  const heading = (level: number, size: number): string =>
    `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:uiPriority w:val="9"/><w:qFormat/><w:pPr><w:keepNext/><w:keepLines/><w:spacing w:before="${level === 1 ? 360 : 240}" w:after="120"/><w:outlineLvl w:val="${level - 1}"/></w:pPr><w:rPr><w:b/><w:bCs/><w:sz w:val="${size}"/><w:szCs w:val="${size}"/></w:rPr></w:style>`;
  const sides = ["top", "left", "bottom", "right", "insideH", "insideV"];
  const borders = sides.map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="auto"/>`).join("");
  return `${declaration}<w:styles xmlns:w="${main}"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="Calibri" w:cs="Calibri"/><w:sz w:val="22"/><w:szCs w:val="22"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="140" w:line="276" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>${[36, 32, 28, 26, 24, 22].map((size, index) => heading(index + 1, size)).join("")}<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:uiPriority w:val="99"/><w:semiHidden/><w:tblPr><w:tblInd w:w="0" w:type="dxa"/><w:tblCellMar><w:top w:w="0" w:type="dxa"/><w:left w:w="108" w:type="dxa"/><w:bottom w:w="0" w:type="dxa"/><w:right w:w="108" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style><w:style w:type="table" w:styleId="TableGrid"><w:name w:val="Table Grid"/><w:basedOn w:val="TableNormal"/><w:tblPr><w:tblBorders>${borders}</w:tblBorders></w:tblPr></w:style></w:styles>`;
}

/** Bullets are list 1. Every numbered list has its own number, so that it starts at one. */
function numberingXml(last: number): string {
  const levels = (format: string, text: (level: number) => string): string =>
    Array.from({ length: 9 }, (_, level) => {
      const indent = `<w:pPr><w:ind w:left="${720 * (level + 1)}" w:hanging="360"/></w:pPr>`;
      return `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text(level)}"/><w:lvlJc w:val="left"/>${indent}</w:lvl>`;
    }).join("");
  const restart = Array.from(
    { length: 9 },
    (_, level) => `<w:lvlOverride w:ilvl="${level}"><w:startOverride w:val="1"/></w:lvlOverride>`,
  ).join("");
  const numbers = Array.from(
    { length: last - 1 },
    (_, index) => `<w:num w:numId="${index + 2}"><w:abstractNumId w:val="1"/>${restart}</w:num>`,
  );
  // An unused list, as a model for lists that are inserted later.
  const spare = numbers.length === 0 ? `<w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>` : "";
  const abstract = (id: number, inside: string): string =>
    `<w:abstractNum w:abstractNumId="${id}"><w:multiLevelType w:val="hybridMultilevel"/>${inside}</w:abstractNum>`;
  return `${declaration}<w:numbering xmlns:w="${main}">${abstract(
    0,
    levels("bullet", () => "•"),
  )}${abstract(
    1,
    levels("decimal", (level) => `%${level + 1}.`),
  )}<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>${numbers.join("")}${spare}</w:numbering>`;
}
