import { escapedAttribute, escapedText } from "../../text/escape-xml";
import { DocxBody, type DocxContext } from "./docx-body";
import { commentParts } from "./docx-comments";
import { DocxMedia } from "./docx-pictures";
import type { DocxPlan, Paragraph } from "./docx-plan";
import { DocxLists, declaration, stylesXml, wordNamespace } from "./docx-styles";
import { NewComments } from "./new-comments";
import { mergedStyles, type WordReference, withIds } from "./reference-styles";

const relationType = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packageNamespace = "http://schemas.openxmlformats.org/package/2006";
const contentType = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const namespaces = `xmlns:w="${wordNamespace}" xmlns:r="${relationType}" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"`;

/**
 * The parts of a Word document with this content, by name and in the order of the package: Word's own styles, lists, links and notes, so
 * that it can be edited there. Every new Word document is written here: exports of Markdown, and those that agents create.
 */
export function docxPackage(plan: DocxPlan): Map<string, string | Uint8Array> {
  let last = 0;
  const comments = new NewComments(plan.comments ?? []);
  const context: DocxContext = { plan, lists: new DocxLists(), media: new DocxMedia(), comments, nextId: () => ++last };
  const hasNotes = Object.keys(plan.notes).length > 0;
  const commentFiles = comments.isEmpty ? [] : (["comments", "commentsExtended"] as const);
  const own = ["styles", "numbering", "settings", ...(hasNotes ? ["footnotes"] : []), ...commentFiles];
  const body = new DocxBody(context, own.length);
  const notes = new DocxBody(context, 0);
  const page = pageOf(plan);
  const sides = (["top", "right", "bottom", "left"] as const).map((side) => ` w:${side}="${page[side]}"`).join("");
  const section = `<w:sectPr><w:pgSz w:w="${page.width}" w:h="${page.height}"/><w:pgMar${sides} w:header="708" w:footer="708" w:gutter="0"/></w:sectPr>`;
  const text = comments.completed(body.parts(plan.parts, page.width - page.left - page.right));
  const ownStyles = stylesXml(plan.han, plan.lang);
  const styles = plan.reference ? mergedStyles(plan.reference.styles, ownStyles) : { xml: ownStyles, ids: new Map() };
  const document = `${declaration}<w:document ${namespaces}><w:body>${text === "" ? "<w:p/>" : withIds(text, styles.ids)}${section}</w:body></w:document>`;
  const footnotes = hasNotes ? withIds(notesXml(plan.notes, notes), styles.ids) : "";
  const theme = plan.reference?.theme ?? null;
  const hasProperties = plan.title !== "" || (plan.authors ?? []).length > 0 || Boolean(plan.authorship);
  const parts = new Map<string, string | Uint8Array>([
    ["[Content_Types].xml", contentTypes({ own, hasProperties, hasTheme: theme !== null })],
    ["_rels/.rels", packageRelations(hasProperties)],
    ["word/document.xml", document],
    ["word/_rels/document.xml.rels", relationsXml(body, own, { hasTheme: theme !== null })],
    ["word/styles.xml", styles.xml],
    ["word/numbering.xml", context.lists.xml()],
    ["word/settings.xml", settingsXml(hasNotes)],
  ]);
  if (theme !== null) parts.set("word/theme/theme1.xml", theme);
  if (hasNotes) parts.set("word/footnotes.xml", footnotes);
  if (notes.relations.length > 0) parts.set("word/_rels/footnotes.xml.rels", relationsXml(notes, []));
  const written = comments.parts();
  for (const name of commentFiles) parts.set(`word/${name}.xml`, declaration + written[name]);
  if (hasProperties) parts.set("docProps/core.xml", propertiesXml(plan));
  for (const { name, bytes } of context.media.files) parts.set(`word/${name}`, bytes);
  return parts;
}

/** The paper and its margins, in twentieths of a point. */
function pageOf({ paper, reference }: DocxPlan): NonNullable<WordReference["page"]> {
  const margin = twips(paper.margin);
  const own = { width: twips(paper.width), height: twips(paper.height) };
  return reference?.page ?? { ...own, top: margin, right: margin, bottom: margin, left: margin };
}

/** Millimetres in twentieths of a point. */
const twips = (millimetres: number): number => Math.round((millimetres * 1440) / 25.4);

function notesXml(notes: DocxPlan["notes"], body: DocxBody): string {
  const separator = (id: number, type: string, element: string): string =>
    `<w:footnote w:type="${type}" w:id="${id}"><w:p><w:pPr><w:spacing w:after="0" w:line="240" w:lineRule="auto"/></w:pPr><w:r><w:${element}/></w:r></w:p></w:footnote>`;
  const written = Object.entries(notes).map(([number, paragraphs]) => {
    const [first = emptyParagraph, ...rest] = paragraphs;
    const inside =
      body.paragraph(first, { note: "first of note" }) +
      rest.map((each) => body.paragraph(each, { note: "note" })).join("");
    return `<w:footnote w:id="${escapedAttribute(number)}">${inside}</w:footnote>`;
  });
  return `${declaration}<w:footnotes ${namespaces}>${separator(-1, "separator", "separator")}${separator(0, "continuationSeparator", "continuationSeparator")}${written.join("")}</w:footnotes>`;
}

const emptyParagraph: Paragraph = { kind: "paragraph", style: "text", runs: [], indent: 0, anchors: [] };

function relationsXml({ relations }: DocxBody, own: readonly string[], { hasTheme } = { hasTheme: false }): string {
  const fixed = own.map(
    (part, index) =>
      `<Relationship Id="rId${index + 1}" Type="${commentRelation(part) ?? `${relationType}/${part}`}" Target="${part}.xml"/>`,
  );
  const found = relations.map(
    ({ id, kind, target }) =>
      `<Relationship Id="${id}" Type="${relationType}/${kind}" Target="${escapedAttribute(target)}"${kind === "hyperlink" ? ' TargetMode="External"' : ""}/>`,
  );
  if (hasTheme) fixed.push(`<Relationship Id="theme" Type="${relationType}/theme" Target="theme/theme1.xml"/>`);
  return `${declaration}<Relationships xmlns="${packageNamespace}/relationships">${fixed.join("")}${found.join("")}</Relationships>`;
}

/** That of comments, which has an address of its own. */
const commentRelation = (part: string): string | undefined =>
  (commentParts as Partial<Record<string, { relation: string }>>)[part]?.relation;

function packageRelations(hasProperties: boolean): string {
  const properties = hasProperties
    ? `<Relationship Id="rId2" Type="${packageNamespace}/relationships/metadata/core-properties" Target="docProps/core.xml"/>`
    : "";
  return `${declaration}<Relationships xmlns="${packageNamespace}/relationships"><Relationship Id="rId1" Type="${relationType}/officeDocument" Target="word/document.xml"/>${properties}</Relationships>`;
}

type ContentTypes = { own: readonly string[]; hasProperties: boolean; hasTheme: boolean };

function contentTypes({ own, hasProperties, hasTheme }: ContentTypes): string {
  const types = { png: "png", jpg: "jpeg", gif: "gif", bmp: "bmp", svg: "svg+xml" };
  const pictures = Object.entries(types).map(
    ([extension, type]) => `<Default Extension="${extension}" ContentType="image/${type}"/>`,
  );
  const override = (part: string, type: string): string => `<Override PartName="/${part}" ContentType="${type}"/>`;
  const overrides = [
    override("word/document.xml", `${contentType}.document.main+xml`),
    ...own.map((part) => override(`word/${part}.xml`, `${contentType}.${part}+xml`)),
    ...(hasTheme ? [override("word/theme/theme1.xml", "application/vnd.openxmlformats-officedocument.theme+xml")] : []),
    ...(hasProperties
      ? [override("docProps/core.xml", "application/vnd.openxmlformats-package.core-properties+xml")]
      : []),
  ];
  return `${declaration}<Types xmlns="${packageNamespace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${pictures.join("")}${overrides.join("")}</Types>`;
}

const settingsXml = (hasNotes: boolean): string =>
  `${declaration}<w:settings xmlns:w="${wordNamespace}">${hasNotes ? `<w:footnotePr><w:footnote w:id="-1"/><w:footnote w:id="0"/></w:footnotePr>` : ""}<w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat></w:settings>`;

function propertiesXml({ title, authors = [], created, lang, authorship }: DocxPlan): string {
  const properties = [
    `<dc:title>${escapedText(title)}</dc:title>`,
    authors.length > 0 ? `<dc:creator>${escapedText(authors.join("; "))}</dc:creator>` : "",
    authorship ? `<dc:description>${escapedText(authorship)}</dc:description>` : "",
    lang ? `<dc:language>${escapedText(lang)}</dc:language>` : "",
    created ? `<dcterms:created xsi:type="dcterms:W3CDTF">${escapedText(created)}</dcterms:created>` : "",
  ].join("");
  return `${declaration}<cp:coreProperties xmlns:cp="${packageNamespace}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${properties}</cp:coreProperties>`;
}
