import { realpathSync } from "node:fs";
import type { Session, WindowViews } from "../../../shared/contract";
import type { ShownDocument } from "../../engine/ports/documents";
import { isWithin } from "../../engine/storage";
import type { WindowHandle } from "../core/desktop";

import type { OpenDocument } from "./open-document";

/** The part of a window that shows documents. */
export type ShowingWindow = WindowHandle & { session: Session | null; workspace: { root: string } | null };

/**
 * What the windows show below one of these real paths: every open document, which one its window has in front, and where the cursor is, by `views`. Of a
 * window that has not said it, what it last stored as its session. A document without a file, or whose file is gone, is left out.
 */
export function shownDocuments<W extends ShowingWindow>(
  roots: readonly string[],
  {
    windows,
    documents,
    views,
  }: { windows: readonly W[]; documents: readonly OpenDocument[]; views: ReadonlyMap<W, WindowViews | null> },
): { hasWindow: boolean; documents: ShownDocument[] } {
  const isAsked = (realPath: string) => roots.some((root) => isWithin(realPath, root));
  const shown = documents.flatMap((document): ShownDocument[] => {
    const { location, gone, doc } = document;
    if (location === null || gone || !isAsked(location.realPath)) return [];
    const window = windows.find((each) => each === document.window);
    const session = window?.session ?? null;
    const shownNow = (window && views.get(window)) ?? null;
    const text = shownNow?.texts.find((each) => each.doc === doc);
    const cursor = session?.tabs.find((tab) => tab.doc === doc)?.cursor;
    const stored = cursor === undefined ? null : { line: lineAt(document.at.text, cursor), selection: null };
    return [
      {
        realPath: location.realPath,
        front: (shownNow ? shownNow.front : session?.active) === doc,
        unsaved: document.unsavedEdits !== null || document.drafts.length > 0,
        view: document.office !== null ? null : text ? { line: text.line, selection: text.selection } : stored,
      },
    ];
  });
  const hasWindow =
    shown.length > 0 ||
    windows.some(({ workspace }) => {
      const folder = workspace === null ? null : realPathOrNull(workspace.root);
      return folder !== null && roots.some((root) => isWithin(root, folder) || isWithin(folder, root));
    });
  return { hasWindow, documents: shown.sort((a, b) => Number(b.front) - Number(a.front)) };
}

function realPathOrNull(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

function lineAt(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < position; at = text.indexOf("\n", at + 1)) line++;
  return line;
}
