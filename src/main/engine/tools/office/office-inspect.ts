import type { OfficeFormat } from "../../document/format";
import { odfTrackedWarning } from "../../formats/odf-tracked";
import type { ZipPackage } from "../../formats/zip";
import { spokenName } from "../../spoken-name";
import type { ToolContext } from "../tool";
import { counted, nameOf } from "../words";
import { type OfficeArguments, required } from "./office-arguments";
import { inPackage, isSigned, type OfficeAnswer, openPackage } from "./open-package";

const mostParts = 40;

/** `office_artifact inspect`: the parts of a package, its properties and counts, and what one should know before editing it. */
export async function inspectOffice(args: OfficeArguments, ctx: ToolContext): Promise<OfficeAnswer> {
  const path = required(args, "path");
  const { bytes, format, editor, version } = await openPackage(path, ctx);
  const { parts, more, warnings } = inPackage(bytes, { path, format }, (zip) => ({
    parts: [...zip.entries].map(([name, { size, packed }]) => ({ name, size, packed })),
    more: editor.inspect(zip),
    warnings: [...warningsOf(zip.names), ...trackedIn(zip, format)],
  }));
  const lines = Object.entries(more).flatMap(([name, value]) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([key, each]) => `${key}: ${shown(each)}`)
      : [`${name}: ${shown(value)}`],
  );
  const rows = parts.slice(0, mostParts).map(({ name, size }) => `${spokenName(name)}  ${size} bytes`);
  const rest = parts.length > mostParts ? [`... and ${parts.length - mostParts} more`] : [];
  return {
    message: [
      `${spokenName(path)} ${format}, ${bytes.length} bytes, ${counted(parts.length, "part")}`,
      ...warnings.map((warning) => `warning: ${warning}`),
      ...lines,
      "parts:",
      ...rows,
      ...rest,
    ].join("\n"),
    summary: `inspected ${nameOf(path)}`,
    data: { version, size: bytes.length, parts, ...more, warnings },
  };
}

const shown = (value: unknown): string =>
  spokenName(typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value));

function trackedIn(zip: ZipPackage, format: OfficeFormat): string[] {
  const tracked = format === "odt" ? odfTrackedWarning(zip) : null;
  return tracked === null ? [] : [tracked];
}

function warningsOf(names: readonly string[]): string[] {
  const has = (pattern: RegExp): boolean => names.some((name) => pattern.test(name));
  return [
    ...(has(/vbaProject\.bin$|^Basic\/|^Scripts\//i) ? ["it has macros; they are kept as they are and never run"] : []),
    ...(isSigned(names) ? ["it is signed; any edit makes the signature invalid"] : []),
    ...(has(/\/(?:embeddings|activeX)\//i)
      ? ["it has embedded objects; they are kept as they are and never opened"]
      : []),
  ];
}
