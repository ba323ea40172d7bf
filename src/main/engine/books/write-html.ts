import { escapedAttribute, escapedText } from "../../../core/text/escape-xml";
import type { ExportedBook } from "./book/export-book";

/** Each paragraph has the direction of its own language; columns are equally wide. */
export const bilingualStyle =
  "table{width:100%;border-collapse:collapse}th,td{width:50%;vertical-align:top;padding:.3em .6em;border:0}th{text-align:start;font-weight:normal;opacity:.7}p,td,th,h1,h2,h3,li{unicode-bidi:plaintext}";

const pageStyle =
  "body{max-width:46rem;margin:2rem auto;padding:0 1rem;line-height:1.5;font-family:serif}h1,h2,h3{line-height:1.25}pre{white-space:pre-wrap}img{max-width:100%}blockquote{margin:.6em 1.5em}";

/** A translated book as one page, with its images in it. */
export async function bookAsHtml(
  { chapters }: Pick<ExportedBook, "chapters">,
  {
    title,
    language,
    isBilingual,
    images,
  }: {
    title: string;
    language: string;
    isBilingual: boolean;
    images(chapter: ExportedBook["chapters"][number]): Promise<Map<string, Uint8Array>>;
  },
): Promise<string> {
  const [{ chapterXhtml }, { imageKind }] = await Promise.all([
    import("../office/epub/chapter-xhtml"),
    import("../office/epub/create"),
  ]);
  const parts: string[] = [];
  let volume = "";
  for (const chapter of chapters) {
    if (chapter.volume !== volume) parts.push(`<h1>${escapedText(chapter.volume)}</h1>`);
    volume = chapter.volume;
    const own = await images(chapter);
    const addressOf = (address: string): string | null => {
      const bytes = own.get(address);
      const kind = bytes === undefined ? null : imageKind(bytes);
      return bytes === undefined || kind === null
        ? null
        : `data:${kind.mediaType};base64,${Buffer.from(bytes).toString("base64")}`;
    };
    parts.push(`<section>\n${chapterXhtml(chapter.text, addressOf)}</section>`);
  }
  return [
    "<!DOCTYPE html>",
    `<html lang="${escapedAttribute(language)}"><head><meta charset="utf-8"/><meta name="viewport" content="width=device-width"/>`,
    `<title>${escapedText(title)}</title><style>${pageStyle}${isBilingual ? bilingualStyle : ""}</style></head><body>`,
    ...parts,
    "</body></html>",
    "",
  ].join("\n");
}
