import { printableName } from "../../../../core/text/printable-name";
import { nameOf, pluralize } from "../kit/sentences";
import type { ToolContext } from "../kit/tool";
import { type OfficeArguments, required } from "./office-arguments";
import { type OfficeAnswer, openPackage } from "./open-package";

const MAX_PARTS = 40;

/** `office_artifact inspect`: the parts of a package, its properties and counts, and what to know before editing it. */
export async function inspectOffice(args: OfficeArguments, ctx: ToolContext): Promise<OfficeAnswer> {
  const path = required(args, "path");
  const { file, version } = await openPackage(path, ctx);
  const { bytes, format } = file;
  const { parts, more, warnings } = await ctx.packages.run("inspect", file, { signal: ctx.signal });
  const lines = Object.entries(more).flatMap(([name, value]) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([key, each]) => `${key}: ${shown(each)}`)
      : [`${name}: ${shown(value)}`],
  );
  const rows = parts.slice(0, MAX_PARTS).map(({ name, size }) => `${printableName(name)}  ${size} bytes`);
  const rest = parts.length > MAX_PARTS ? [`... and ${parts.length - MAX_PARTS} more`] : [];
  return {
    message: [
      `${printableName(path)} ${format}, ${bytes.length} bytes, ${pluralize(parts.length, "part")}`,
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
  printableName(typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value));
