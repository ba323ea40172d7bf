import type { OfficeFormat } from "../../../../core/text/format";
import { ToolError } from "../../ports/tool-error";
import { XmlError } from "../package/scan-xml";
import { openZip, type ZipPackage } from "../package/zip";

/** The bytes of an Office package; `name` is its name in error messages. */
export type PackageFile = { bytes: Uint8Array; format: OfficeFormat; name: string };

/** Opens a package and runs a task on it; damaged XML becomes a `ToolError`. */
export function inPackage<Result>({ bytes, format, name }: PackageFile, task: (zip: ZipPackage) => Result): Result {
  const zip = openZip(bytes, name);
  try {
    return task(zip);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw new ToolError("unsupported", `${name} cannot be read as ${format}: ${error.message}`, {
      hint: "Open and save it in an office program, then try again.",
      cause: error,
    });
  }
}

/** Whether a package is signed. Any edit invalidates the signature. */
export const isSigned = (names: readonly string[]): boolean =>
  names.some((name) => /^_xmlsignatures\/|documentsignatures\.xml$/i.test(name));
