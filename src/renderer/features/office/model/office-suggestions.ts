import { atom } from "nanostores";
import type { OfficeContent, OfficeSuggestion } from "../../../../shared/office";
import type { CustomEditorTab } from "../../../editor/custom-editor-tab";

/** Tracked changes: those of the document, and whether the user's own edits become some. */
export function createOfficeSuggestions({ bridge, doc }: CustomEditorTab, content: () => OfficeContent | null) {
  const $suggests = atom(false);
  const $suggestions = atom<readonly OfficeSuggestion[]>([]);

  const loadSuggestions = async () => {
    const now = content();
    if (now?.kind !== "document" || (now.suggestions === 0 && $suggestions.get().length === 0)) return;
    const answer = await bridge.request("office:suggestions", doc);
    if (answer.ok && answer.version === content()?.version) $suggestions.set(answer.suggestions);
  };

  return { $suggests, $suggestions, loadSuggestions };
}
