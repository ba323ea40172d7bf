import { packageOf } from "../package/packages.fixture";

const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const rels = "http://schemas.openxmlformats.org/package/2006/relationships";
const ooxml = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const wordTypes = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${ooxml}.document.main+xml"/><Override PartName="/word/comments.xml" ContentType="${ooxml}.comments+xml"/><Override PartName="/word/commentsExtended.xml" ContentType="${ooxml}.commentsExtended+xml"/><Override PartName="/word/commentsIds.xml" ContentType="${ooxml}.commentsIds+xml"/></Types>`;
/** A document with the parts that Word writes. */
export function wordDocument(comments: string, entries: string, text: string): Uint8Array {
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${type}" Target="${target}"/>`;
  return packageOf({
    "[Content_Types].xml": wordTypes,
    "_rels/.rels": `<Relationships xmlns="${rels}">${relation(1, `${office}/officeDocument`, "word/document.xml")}</Relationships>`,
    "word/_rels/document.xml.rels": `<Relationships xmlns="${rels}">${relation(1, `${office}/comments`, "comments.xml")}${relation(2, "http://schemas.microsoft.com/office/2011/relationships/commentsExtended", "commentsExtended.xml")}${relation(3, "http://schemas.microsoft.com/office/2016/09/relationships/commentsIds", "commentsIds.xml")}</Relationships>`,
    "word/document.xml": `<w:document ${w}><w:body>${text}</w:body></w:document>`,
    "word/comments.xml": `<w:comments ${w} xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml">${comments}</w:comments>`,
    "word/commentsExtended.xml": `<w15:commentsEx xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml">${entries}</w15:commentsEx>`,
    "word/commentsIds.xml": `<w16cid:commentsIds xmlns:w16cid="http://schemas.microsoft.com/office/word/2016/wordml/cid"><w16cid:commentId w16cid:paraId="0000000B" w16cid:durableId="1"/></w16cid:commentsIds>`,
  });
}
/** A comment as Word writes it; the first has the number 0. `paragraph` is the id by which its other parts name it. */
export const wordComment = (id: number, paragraph: string, text: string, author = "Ann") =>
  `<w:comment w:id="${id}" w:author="${author}" w:date="2024-01-0${id + 1}T10:00:00Z" w:initials="A"><w:p w14:paraId="00000000"><w:r><w:annotationRef/></w:r><w:r><w:t>${text}</w:t></w:r></w:p><w:p w14:paraId="${paragraph}"/></w:comment>`;
/** The start or end of a comment's words. */
export const marks = (id: number, kind: "Start" | "End") => `<w:commentRange${kind} w:id="${id}"/>`;
const number = (id: number) =>
  `<w:r><w:rPr><w:rStyle w:val="CommentReference"/></w:rPr><w:commentReference w:id="${id}"/></w:r>`;
/** Two paragraphs: comment 0 and its answer 1 over both, comment 2 without words. */
export const wordText = `<w:p>${marks(0, "Start")}${marks(1, "Start")}<w:r><w:t>One</w:t></w:r></w:p><w:p><w:r><w:t>Two</w:t></w:r>${marks(0, "End")}${number(0)}${marks(1, "End")}${number(1)}<w:r><w:t xml:space="preserve"> three</w:t></w:r>${number(2)}</w:p>`;
/** Comment 0 and its answer are resolved. */
export const wordEntries =
  '<w15:commentEx w15:paraId="0000000A" w15:done="1"/><w15:commentEx w15:paraId="0000000b" w15:paraIdParent="0000000A" w15:done="1"/><w15:commentEx w15:paraId="0000000C" w15:done="0"/>';
