/** File formats, by file name. */

/** The endings of Markdown files, without dots. */
export const markdownExtensions = "md markdown mdown mkd mkdn mdwn mdtxt mdtext mdx mdc qmd rmd".split(" ");

const markdownEndings = new RegExp(`\\.(?:${markdownExtensions.join("|")})$`, "i");
/** A package format that `office_artifact` edits. */
export type OfficeFormat = "docx" | "xlsx" | "pptx" | "odt" | "ods" | "odp";

/** The extensions of each format. Documents with macros, templates and shows are packages like the others. */
const extensionsOf: Readonly<Record<OfficeFormat, string>> = {
  docx: "docx docm dotx dotm",
  xlsx: "xlsx xlsm xltx xltm",
  pptx: "pptx pptm potx potm ppsx ppsm",
  odt: "odt",
  ods: "ods",
  odp: "odp",
};
const officeFormats: ReadonlyMap<string, OfficeFormat> = new Map(
  (Object.keys(extensionsOf) as OfficeFormat[]).flatMap((format) =>
    extensionsOf[format].split(" ").map((extension) => [extension, format] as const),
  ),
);

/** The extensions of Office documents, without a dot, in lower case. */
export const officeExtensions: readonly string[] = [...officeFormats.keys()];

/** By the extension, in any letter case; everything that is not Markdown is text. */
export function formatOf(path: string): "markdown" | "text" {
  return markdownEndings.test(path) ? "markdown" : "text";
}

/** The Office format of the extension; null for any other file. */
export function officeFormatOf(path: string): OfficeFormat | null {
  const ending = /\.(\w{3,4})$/.exec(path)?.[1]?.toLowerCase() ?? "";
  return officeFormats.get(ending) ?? null;
}

/** Whether the extension is one of Office documents that may have macros. */
export const isMacroName = (path: string): boolean => /\.(?:doc|dot|xls|xlt|ppt|pot|pps)m$/i.test(path);

const imageEndings = /\.(?:png|jpe?g|gif|webp|avif|bmp|ico|svg)$/i;

/** Whether the file is an image that Galley shows, by its extension. */
export const isImageName = (path: string): boolean => imageEndings.test(path);

/** Whether the file is a PDF, by its extension. */
export const isPdfName = (path: string): boolean => /\.pdf$/i.test(path);

/** Whether the name is that of an e-book, which opens as a book. */
export const isEpubName = (path: string): boolean => /\.epub$/i.test(path);

const endingIn = (endings: readonly string[]) => new RegExp(`\\.(?:${endings.join("|")})$`, "i");

/** Pictures, papers, sound and film, archives, fonts: a program shows them, and none of them is a program. */
const viewedElsewhere = endingIn([
  "png|jpe?g|gif|webp|avif|bmp|ico|icns|tiff?|heic|heif|psd|ai|eps|raw|cr2|nef|xcf|sketch|fig",
  "pdf|epub|mobi|azw3?|djvu|doc|xls|ppt|rtfd|pages|numbers|key|odg",
  "mp3|m4a|aac|flac|wav|ogg|oga|opus|wma|aiff?|midi?|mp4|m4v|mov|mkv|webm|avi|wmv|mpe?g|flv|ogv",
  "zip|7z|rar|tar|gz|tgz|bz2|xz|zst|ttf|otf|woff2?",
]);

const otherBinary = endingIn([
  "jar|iso|dmg|deb|rpm|apk|msi|exe|dll|so|dylib|bin|o|a|class|wasm|pyc",
  "sqlite3?|db|mdb|parquet|dat",
]);

/** Whether the extension is one of a format that is not text, such as an Office document. A name shows no more than that. */
export const isBinaryName = (path: string): boolean =>
  viewedElsewhere.test(path) || otherBinary.test(path) || officeFormatOf(path) !== null;

/** Whether the system's program for the file may be started on the user's wish: never for what could itself run. */
export const opensInProgram = (path: string): boolean => viewedElsewhere.test(path) || /\.svg$/i.test(path);

/** Whether Office documents of a format are paragraphs on pages: their passages are words, and not cells or slides. */
export const hasPassages = (format: OfficeFormat | null): format is "docx" | "odt" =>
  format === "docx" || format === "odt";
