import type { OfficeFormat } from "../../../../core/text/format";
import { ToolError } from "../../ports/tool-error";
import { docxThreads } from "../docx/comments";
import { changeDocxComments } from "../docx/write-comments";
import { odtThreads } from "../odt/comments";
import { changeOdtComments } from "../odt/write-comments";
import { rewritePackage } from "../package/package-writer";
import type { ZipPackage } from "../package/zip";
import type { CommentChange, OfficeThread } from "../text/office-comments";
import { inPackage, type PackageFile } from "./in-package";

type CommentEditor = {
  threads(zip: ZipPackage): OfficeThread[];
  change(zip: ZipPackage, change: CommentChange): Map<string, Uint8Array | null>;
};

const editors: Partial<Record<OfficeFormat, CommentEditor>> = {
  docx: { threads: docxThreads, change: changeDocxComments },
  odt: { threads: odtThreads, change: changeOdtComments },
};

function editorOf({ format, name }: PackageFile): CommentEditor {
  const editor = editors[format];
  if (editor === undefined) throw new ToolError("unsupported", `comments of ${name} are not read: it is ${format}`);
  return editor;
}

/** The threads of a text document, in its order. */
export const commentsIn = (file: PackageFile): OfficeThread[] => inPackage(file, (zip) => editorOf(file).threads(zip));

/** The package after a change of its comments. */
export const changeComments = (file: PackageFile, change: CommentChange): Uint8Array =>
  inPackage(file, (zip) => rewritePackage(zip, editorOf(file).change(zip, change), file.name));
