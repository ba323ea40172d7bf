/** File formats, by file name. */

const markdownEndings = /\.(?:md|markdown|mdown|mkdn?|mdwn|mdtxt|mdtext|mdx|mdc|qmd|rmd)$/i;
const officeEndings = /\.(docx|xlsx|pptx|odt|ods|odp)$/i;

/** A package format that `office_artifact` edits. */
export type OfficeFormat = "docx" | "xlsx" | "pptx" | "odt" | "ods" | "odp";

/** By the extension, in any letter case; everything that is not Markdown is text. */
export function formatOf(path: string): "markdown" | "text" {
  return markdownEndings.test(path) ? "markdown" : "text";
}

/** The Office format of the extension; null for any other file. */
export function officeFormatOf(path: string): OfficeFormat | null {
  const ending = officeEndings.exec(path)?.[1];
  return ending === undefined ? null : (ending.toLowerCase() as OfficeFormat);
}

const imageEndings = /\.(?:png|jpe?g|gif|webp|avif|bmp|ico|svg)$/i;

/** Whether the file is an image that Galley shows, by its extension. */
export const isImageName = (path: string): boolean => imageEndings.test(path);

const binaryEndings = new RegExp(
  `\\.(?:${[
    "png|jpe?g|gif|webp|avif|bmp|ico|icns|tiff?|heic|heif|psd|ai|eps|raw|cr2|nef|xcf|sketch|fig",
    "pdf|epub|mobi|azw3?|djvu|doc|xls|ppt|docm|xlsm|pptm|rtfd|pages|numbers|key|odg|dotx|xltx|potx",
    "mp3|m4a|aac|flac|wav|ogg|oga|opus|wma|aiff?|midi?|mp4|m4v|mov|mkv|webm|avi|wmv|mpe?g|flv|ogv",
    "zip|7z|rar|tar|gz|tgz|bz2|xz|zst|jar|iso|dmg|deb|rpm|apk|msi|exe|dll|so|dylib|bin|o|a|class|wasm|pyc",
    "ttf|otf|woff2?|sqlite3?|db|mdb|parquet|dat",
  ].join("|")})$`,
  "i",
);

/** Whether the extension is one of a format that is no text, an Office document included. A name can say no more than that. */
export const isBinaryName = (path: string): boolean => binaryEndings.test(path) || officeFormatOf(path) !== null;
