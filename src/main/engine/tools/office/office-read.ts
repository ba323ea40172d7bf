import { printableName } from "../../../../core/text/printable-name";
import { textKey } from "../../documents/text-key";
import { unpackText } from "../../office/jobs/packed-text";
import { nameOf, pluralize } from "../kit/sentences";
import type { ToolContext } from "../kit/tool";
import { type OfficeArguments, required } from "./office-arguments";
import { type OfficeAnswer, openPackage } from "./open-package";

const DEFAULT_LIMIT = 12_000;

/** `office_artifact read`: text, cells or slides with their ids, from an offset in characters on. */
export async function readOffice(args: OfficeArguments, ctx: ToolContext): Promise<OfficeAnswer> {
  const path = required(args, "path");
  const { file, realPath, version } = await openPackage(path, ctx);
  const { packages, signal } = ctx;
  const content = await unpackText(await packages.run("text", { ...file, most: "beginning" }, { signal }));
  const document = { ...content, realPath, version, warnings: [] };
  // If the text was cut, ids cannot be assigned.
  const ids = content.isCut ? [] : await ctx.paragraphs.idsOf(document);
  const { sheet, range, slide, offset = 0, max_chars = DEFAULT_LIMIT } = args;
  const page = { ids: ids.join("\n"), only: { sheet, range, slide }, offset, limit: max_chars };
  const view = await packages.run("read", { ...file, ...page }, { signal });
  const { shown, next, total } = view;

  const complete = new Set(shown.filter(({ isComplete }) => isComplete).map(({ row }) => row.id));
  const read = document.paragraphs.flatMap((paragraph, index) => {
    const id = ids[index] ?? "";
    return complete.has(id) ? [{ id, paragraph }] : [];
  });
  ctx.reads.sawParagraphs(realPath, version, {
    paragraphs: read.map(({ id, paragraph }) => [id, textKey(paragraph.text)] as const),
    lines: read.map(({ paragraph }) => ({ from: paragraph.line_from, to: paragraph.line_to })),
  });

  const noun = { paragraphs: "paragraph", cells: "cell", slides: "slide text" }[view.list];
  const count = pluralize(shown.length, noun);
  const name = nameOf(path);
  const warnings = [...view.warnings];
  if (offset >= total && total > 0) warnings.push(`offset ${offset} is past the end; there are ${total} characters`);
  if (next !== null) warnings.push(`stopped after ${max_chars} characters; go on with offset ${next}`);
  return {
    message: [
      `${printableName(path)} ${count}${shown.length < view.count ? ` of ${view.count}` : ""}`,
      ...warnings.map((warning) => `warning: ${warning}`),
      ">>>",
      ...shown.map(({ line }) => line),
      "<<<",
    ].join("\n"),
    summary: `read ${count} from ${name}`,
    data: {
      version,
      ...view.more,
      [view.list]: shown.map(({ row }) => row),
      total: view.count,
      total_chars: total,
      has_more: next !== null,
      next_offset: next,
    },
  };
}
