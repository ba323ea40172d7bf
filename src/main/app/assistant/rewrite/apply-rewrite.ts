import { difference } from "../../../../core/diff/difference";
import { mergeChanges } from "../../../../core/diff/merge";
import { applyChanges, type Change, shifted } from "../../../../core/text/change";
import type { TextDocument } from "../../../engine/ports/documents";
import { ToolError } from "../../../engine/ports/tool-error";
import { t } from "../../core/messages";
import { type AppContext, type OpenDocument, savedPlace } from "../../documents";
import type { ChosenRewrite } from "./rewrite-service";

/**
 * Replaces a passage with a chosen alternative, as an edit of the model that is pending for review. Edits of the
 * passage since the request are merged; throws if they conflict or the passage is gone.
 */
export async function applyRewrite(
  ctx: Pick<AppContext, "engine">,
  document: Pick<OpenDocument, "location" | "name" | "conflict">,
  chosen: ChosenRewrite,
  passage: { from: number; now: string },
): Promise<void> {
  const { realPath } = savedPlace(document);
  if (document.conflict === "shown") throw new ToolError("conflict", t.rewrite.conflict(document.name));
  const { documents } = await ctx.engine();
  await documents.change(realPath, [realPath], {
    by: { kind: "agent", name: chosen.model },
    reason: "rewrite",
    request: chosen.instruction,
    edit(current) {
      if (current === null) throw new ToolError("not_found", t.rewrite.gone);
      return { changes: rewrittenAt(current, chosen, passage) };
    },
  });
}

function rewrittenAt(
  { text }: Pick<TextDocument, "text">,
  chosen: ChosenRewrite,
  { from, now }: { from: number; now: string },
): Change[] {
  const at = text.startsWith(now, from) ? from : onlyPositionOf(text, now);
  if (at === null) throw new ToolError("stale", t.rewrite.gone, { hint: t.rewrite.hint });
  const { original, alternative } = chosen;
  const mine = difference(original, alternative);
  if (now === original) return mine.map((change) => shifted(change, at));
  const merged = mergeChanges({ base: original, mine, theirs: difference(original, now) });
  if (merged.conflicts.length > 0) throw new ToolError("stale", t.rewrite.changed, { hint: t.rewrite.hint });
  // The user has made the same edit meanwhile.
  if (applyChanges(now, merged.theirsToMerged) === now) return [];
  return merged.theirsToMerged.map((change) => shifted(change, at));
}

/** The position of a passage that occurs exactly once; null otherwise. */
function onlyPositionOf(text: string, passage: string): number | null {
  if (passage === "") return null;
  const first = text.indexOf(passage);
  return first >= 0 && text.indexOf(passage, first + 1) < 0 ? first : null;
}
