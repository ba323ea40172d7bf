import type { OfficeFormat } from "../document/format";
import type { Paragraph } from "../document/paragraphs";
import { ToolError } from "../tool-error";

/** The paragraphs of an Office package, and their texts as lines. */
export type PackageText = {
  text: string;
  paragraphs: Paragraph[];
  ownNames: (string | null)[];
  warnings: string[];
};

/** Reads the paragraphs of a package. */
export function readPackage(_bytes: Uint8Array, format: OfficeFormat, name: string): PackageText {
  throw new ToolError("unsupported", `${name} is an Office package (${format}), which cannot be read yet`);
}
