import { officeFormatOf } from "../../../core/text/format";
import { loadTextFile } from "../../engine";
import { t } from "../core/messages";
import { type AppContext, noVersion } from "../documents";

/** The text of a version. Throws if history no longer has it, or if it is not text. */
export async function versionText(ctx: AppContext, realPath: string, versionId: string, name: string): Promise<string> {
  const bytes = await (await ctx.engine()).history.read(realPath, versionId);
  if (bytes === null) throw noVersion(realPath);
  const office = officeFormatOf(name);
  if (office !== null) return (await ctx.engine()).packages.run("versionText", { bytes, format: office, name });
  // Loaded on demand, because decoding needs tables for many encodings.
  const { openTextFile } = await loadTextFile();
  const file = { realPath, bytes, version: "", writable: false };
  return openTextFile(file, t.timeline.version(name)).document.text;
}
