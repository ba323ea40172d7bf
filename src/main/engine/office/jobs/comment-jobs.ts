import type { OfficeFormat } from "../../../../core/text/format";
import { docxThreads } from "../docx/comments";
import { changeDocxComments } from "../docx/write-comments";
import { changeOdpComments, odpThreads } from "../odp/comments";
import { odsThreads } from "../ods/comments";
import { changeOdsComments } from "../ods/write-comments";
import { odtThreads } from "../odt/comments";
import { changeOdtComments } from "../odt/write-comments";
import { rewritePackage } from "../package/package-writer";
import type { ZipPackage } from "../package/zip";
import { pptxThreads } from "../pptx/comments";
import { changePptxComments } from "../pptx/write-comments";
import type { CommentChange, OfficeThread } from "../text/office-comments";
import { xlsxThreads } from "../xlsx/comments";
import { changeXlsxComments } from "../xlsx/write-comments";
import { inPackage, type PackageFile } from "./in-package";

type CommentEditor = {
  threads(zip: ZipPackage): OfficeThread[];
  change(zip: ZipPackage, change: CommentChange): Map<string, Uint8Array | null>;
};

const editors: Record<OfficeFormat, CommentEditor> = {
  docx: { threads: docxThreads, change: changeDocxComments },
  xlsx: { threads: xlsxThreads, change: changeXlsxComments },
  pptx: { threads: pptxThreads, change: changePptxComments },
  odt: { threads: odtThreads, change: changeOdtComments },
  ods: { threads: odsThreads, change: changeOdsComments },
  odp: { threads: odpThreads, change: changeOdpComments },
};

/** The threads of a document, in its order. */
export const commentsIn = (file: PackageFile): OfficeThread[] =>
  inPackage(file, (zip) => editors[file.format].threads(zip));

/** The package after a change of its comments. */
export const changeComments = (file: PackageFile, change: CommentChange): Uint8Array =>
  inPackage(file, (zip) => rewritePackage(zip, editors[file.format].change(zip, change), file.name));
