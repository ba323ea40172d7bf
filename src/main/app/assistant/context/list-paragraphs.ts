import type { ParagraphEntry } from "../../../../shared/conversation";
import { escapeInvisibles } from "../../../../shared/escape-invisibles";
import type { Engine } from "../../../engine";
import type { Caller } from "../../../engine/ports/caller";
import { ToolError } from "../../../engine/ports/tool-error";

const maxOffered = 40;

/** Maximum characters of a paragraph's beginning. */
const maxOpeningLength = 160;

type Paragraph = { id: string; kind: string; text: string };

/**
 * Paragraphs of a document that contain `sought`, in order; the first ones if it is empty. Uses the model's tools for
 * any format, and throws their errors. Nothing counts as read.
 */
export async function listParagraphs(
  { path, sought }: { path: string; sought: string },
  { engine, caller, signal }: { engine: Engine; caller: Caller; signal: AbortSignal },
): Promise<ParagraphEntry[]> {
  const looking: Caller = { ...caller, id: `look-${caller.id}` };
  const run = async (name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> => {
    const answer = await engine.run({ name, arguments: args, caller: looking, signal });
    if (!answer.ok) throw new ToolError(answer.error?.code ?? "failed", answer.message);
    return answer.data ?? {};
  };
  try {
    const wanted = sought.trim();
    let which: Record<string, unknown> = { offset: 1, limit: maxOffered };
    if (wanted !== "") {
      const found = await run("grep", { path, pattern: wanted, regex: false, max_results: 10 * maxOffered });
      const ids = (found["matches"] as { id: string }[]).map(({ id }) => id);
      if (ids.length === 0) return [];
      which = { node_ids: [...new Set(ids)].slice(0, maxOffered) };
    }
    const { paragraphs } = await run("read_file", { path, ...which });
    return (paragraphs as Paragraph[]).flatMap(({ id, kind, text }) => {
      const opening = openingOf(text);
      return opening === "" ? [] : [{ id, kind, opening }];
    });
  } finally {
    engine.forget(looking.id);
  }
}

/** The beginning of a paragraph, safe to show on one line. */
export function openingOf(text: string): string {
  const line = text
    .slice(0, 4 * maxOpeningLength)
    .replace(/\s+/g, " ")
    .trim();
  const characters = Array.from(line);
  const isCut = characters.length > maxOpeningLength || text.length > 4 * maxOpeningLength;
  return escapeInvisibles(isCut ? `${characters.slice(0, maxOpeningLength).join("")}…` : line);
}
