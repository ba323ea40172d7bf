import { basename } from "node:path";
import { isImageName, isPdfName, officeFormatOf } from "../../../core/text/format";
import { ToolError } from "../../engine/ports/tool-error";
import { t } from "./messages";

const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is rejected here
const FORBIDDEN = /[<>:"|?*\\/\u0000-\u001f\u007f]/;

/** Whether Windows has a device of this name. */
export const isReservedName = (name: string): boolean => RESERVED.test(name);

/**
 * Throws if some supported system cannot store a file of this name: reserved by Windows, forbidden characters, trailing
 * dot or space, or more than 255 bytes.
 */
export function checkFileName(path: string): void {
  const name = basename(path);
  const reject = (why: string): never => {
    throw new ToolError("bad_arguments", t.name.refused(name, why), { hint: t.name.hint });
  };
  if (name === "" || name === "." || name === "..") reject(t.name.empty);
  const forbidden = FORBIDDEN.exec(name)?.[0];
  if (forbidden) reject(forbidden < " " || forbidden === "\u007f" ? t.name.control : t.name.holds(forbidden));
  if (/[. ]$/.test(name)) reject(t.name.ending);
  if (/^ /.test(name)) reject(t.name.beginning);
  if (isReservedName(name)) reject(t.name.reserved);
  if (Buffer.byteLength(name) > 255) reject(t.name.long(Buffer.byteLength(name)));
}

const TEXT_NAMES = new Set([
  "license",
  "licence",
  "readme",
  "makefile",
  "dockerfile",
  "changelog",
  "authors",
  "notice",
]);
const TEXT_ENDINGS = new Set(
  (
    "md markdown mdown mkd mdx txt text log csv tsv json jsonc json5 yaml yml toml ini cfg conf xml html htm css scss less " +
    "js mjs cjs jsx ts mts cts tsx py rb rs go java kt c h cc cpp hpp cs swift php pl lua r sh bash zsh fish ps1 bat sql tex " +
    "bib rst adoc org svg vue svelte gitignore gitattributes editorconfig env properties gradle srt vtt po diff patch"
  ).split(" "),
);

/** Whether the editor opens a file of this name as text or Markdown. */
export function isTextName(name: string): boolean {
  const dot = name.lastIndexOf(".");
  return dot === -1 ? TEXT_NAMES.has(name.toLowerCase()) : TEXT_ENDINGS.has(name.slice(dot + 1).toLowerCase());
}

/** Whether a tab can show a file of this name: text, an Office document, an image or a PDF. */
export const isShownName = (name: string): boolean =>
  isTextName(name) || officeFormatOf(name) !== null || isImageName(name) || isPdfName(name);

/** Files and folders that are nobody's documents and are listed nowhere. */
export const IGNORED_NAMES: ReadonlySet<string> = new Set([
  ".git",
  ".hg",
  ".svn",
  "node_modules",
  ".DS_Store",
  "Thumbs.db",
  "desktop.ini",
]);

/** The editor's format for a file of this name. */
export function formatOf(name: string): "markdown" | "text" {
  return /\.(?:md|markdown|mdown|mkd|mdx)$/i.test(name) ? "markdown" : "text";
}
