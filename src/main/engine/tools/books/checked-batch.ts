import { isBlankLine } from "../../books/book/blank-line";
import { ToolError } from "../../ports/tool-error";
import { idOf } from "./paragraph-rows";

/** A paragraph as the caller submits it. */
export type SubmittedParagraph = { id: string; text: string };

/** The limits of one batch. */
export type BatchLimits = { paragraphs: number; characters: number };

/** As sent: unchecked. */
type RawParagraph = Record<string, unknown> & {
  paragraph_id?: string | null | undefined;
  translated_text?: string | null | undefined;
};

/** Validates a batch by itself, independent of its task. Rejected as a whole, with every error listed. */
export function checkedBatch(paragraphs: readonly RawParagraph[], limits: BatchLimits): SubmittedParagraph[] {
  if (paragraphs.length === 0) throw new ToolError("bad_arguments", "段落列表不能为空");
  if (paragraphs.some((each) => each["index"] !== undefined || each["paragraph_index"] !== undefined))
    throw new ToolError("bad_arguments", "不再支持 index，请改用 paragraph_id");
  for (const [index, each] of paragraphs.entries()) {
    const other = Object.keys(each).find((key) => key !== "paragraph_id" && key !== "translated_text");
    if (other !== undefined) {
      throw new ToolError(
        "bad_arguments",
        `unknown argument \`${other.slice(0, 60)}\` in paragraphs[${index}]; known here: paragraph_id, translated_text`,
      );
    }
  }
  if (paragraphs.length > limits.paragraphs) {
    throw new ToolError(
      "too_large",
      `${paragraphs.length} paragraphs are too many for one batch; at most ${limits.paragraphs}`,
      {
        hint: "Hand them in as several batches.",
      },
    );
  }
  const batch = paragraphs.map((each) => ({ id: idOf(each.paragraph_id), text: each.translated_text ?? "" }));
  const errors: string[] = [];
  const seen = new Set<string>();
  for (const { id, text } of batch) {
    if (seen.has(id)) errors.push(`段落 ${id} 在同一批次中重复`);
    seen.add(id);
    if (isBlankLine(text.replaceAll("\n", ""))) errors.push(`段落 ${id} 的译文不能为空`);
  }
  if (errors.length > 0) throw new ToolError("bad_arguments", [...new Set(errors)].join("\n"));
  const long = batch.filter(({ text }) => text.length > limits.characters);
  if (long.length > 0) {
    const named = long.map(({ id, text }) => `段落 ${id}: ${text.length} characters`);
    throw new ToolError(
      "too_large",
      `${named.join("\n")}\nat most ${limits.characters} characters are taken for one paragraph`,
    );
  }
  return batch;
}
