import type { OfficeFormat } from "../../../../core/text/format";
import type { ZipPackage } from "../package/zip";

/** What to know about a package before reading or editing it, in sentences. */
export function packageWarnings(zip: ZipPackage, format: OfficeFormat): string[] {
  const { names, entries } = zip;
  const has = (pattern: RegExp): boolean => names.some((name) => pattern.test(name));
  const isSigned = has(/^_xmlsignatures\/|documentsignatures\.xml$/i);
  const isLarge = [...entries.values()].some(({ size }) => size > 64 * 1024 * 1024);
  return [
    ...(has(/vbaProject\.bin$|^Basic\/|^Scripts\//i)
      ? ["It has macros; they are kept as they are and never run."]
      : []),
    ...(isSigned ? ["It is signed; any edit makes the signature invalid."] : []),
    ...(has(/\/(?:embeddings|activeX)\//i) ? ["It has embedded objects; they are kept and never opened."] : []),
    ...(isLarge && format !== "xlsx" && format !== "ods" ? ["Its largest pictures are not shown; they are kept."] : []),
  ];
}
