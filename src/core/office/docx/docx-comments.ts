import { escapedAttribute, escapedText } from "../../text/escape-xml";

/** How Word writes comments: used for documents that have some, and for new ones. `prefix` is that of Word's elements, with its colon. */

const word14 = "http://schemas.microsoft.com/office/word/2010/wordml";
const word15 = "http://schemas.microsoft.com/office/word/2012/wordml";
const wordMain = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";

/** The namespaces of what is written here. */
export const commentNamespaces = { main: wordMain, word14, word15 };

/** The kinds of relations and the content types of the two parts, by the name of their files. */
export const commentParts = {
  comments: {
    relation: "http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments",
    type: "application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml",
  },
  commentsExtended: {
    relation: "http://schemas.microsoft.com/office/2011/relationships/commentsExtended",
    type: "application/vnd.openxmlformats-officedocument.wordprocessingml.commentsExtended+xml",
  },
};

/** `at` is ISO 8601, or empty if it is not known. */
export type WordComment = { author: string; initials: string; at: string; text: string };

/** The part of comments with these elements in it. */
export const commentsPart = (comments: string): string =>
  `<w:comments xmlns:w="${wordMain}" xmlns:w14="${word14}">${comments}</w:comments>`;

/** The part that names what is answered and resolved, with these entries in it. */
export const extendedPart = (entries: string): string =>
  `<w15:commentsEx xmlns:w15="${word15}">${entries}</w15:commentsEx>`;

/** A comment; `paragraphId` names it in other parts, `own` is the prefix of its attribute, null if the part declares none. */
export function commentXml(
  { author, initials, at, text }: WordComment,
  { prefix, id, paragraphId, own }: { prefix: string; id: string; paragraphId: string; own: string | null },
): string {
  const date = at === "" ? "" : ` ${prefix}date="${escapedAttribute(at.replace(/\.\d+Z$/, "Z"))}"`;
  const by = ` ${prefix}author="${escapedAttribute(author)}"${date} ${prefix}initials="${escapedAttribute(initials)}"`;
  return `<${prefix}comment ${prefix}id="${id}"${by}>${commentParagraphs(prefix, text, paragraphId, own)}</${prefix}comment>`;
}

/** The lines of a message as paragraphs; the last one has the id. */
export function commentParagraphs(prefix: string, text: string, id: string | null, own: string | null): string {
  const lines = text.split("\n");
  return lines
    .map((line, index) => {
      const named = id !== null && index === lines.length - 1 ? paragraphIdAttribute(id, own) : "";
      const inside = line
        .split("\t")
        .map((piece) => (piece === "" ? "" : `<${prefix}t xml:space="preserve">${escapedText(piece)}</${prefix}t>`))
        .join(`<${prefix}tab/>`);
      return `<${prefix}p${named}>${inside === "" ? "" : `<${prefix}r>${inside}</${prefix}r>`}</${prefix}p>`;
    })
    .join("");
}

/** An attribute that names a paragraph; declared where it stands if the part does not. */
export const paragraphIdAttribute = (id: string, prefix: string | null): string =>
  prefix === null ? ` xmlns:w14="${word14}" w14:paraId="${id}"` : ` ${prefix}paraId="${id}"`;

/** An entry of the part that names what is answered and resolved; `parent` is the id of the paragraph that it answers. */
export const entryXml = (
  prefix: string,
  { paragraphId, parent, isDone }: { paragraphId: string; parent: string | null; isDone: boolean },
): string =>
  `<${prefix}commentEx ${prefix}paraId="${paragraphId}"${parent === null ? "" : ` ${prefix}paraIdParent="${parent}"`} ${prefix}done="${isDone ? 1 : 0}"/>`;

/** Where the words of a comment begin or end. */
export const rangeMark = (prefix: string, which: "Start" | "End", id: string): string =>
  `<${prefix}commentRange${which} ${prefix}id="${id}"/>`;

/** The run that refers to a comment, behind its words. */
export const commentReference = (prefix: string, id: string): string =>
  `<${prefix}r><${prefix}commentReference ${prefix}id="${id}"/></${prefix}r>`;
