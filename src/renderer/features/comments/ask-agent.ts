import type { ShownThread } from "../../../shared/comments";
import type { DocumentId } from "../../../shared/contract";
import type { ContextChip } from "../../../shared/conversation";
import { MAX_ASKED_THREADS } from "../../ui/limits";
import type { Addressee } from "../../workbench/api/feature-stores";
import type { Shell } from "../../workbench/api/shell";
import type { Tab } from "../../workbench/api/tabs";
import { isChosen, mentionOf } from "./addressees";
import { commentMessages } from "./messages";

/** UTF-16 units of a passage that are sent. */
const MAX_PASSAGE = 2_000;

type AskDeps = Pick<Shell, "bridge" | "notices" | "panel" | "workspace">;

/**
 * Asks an agent, or the one that the panel uses now, about threads of a document: one question in a new conversation, which the panel shows without
 * taking the focus. False if it was not sent; the reason is shown.
 */
export async function askAgent(
  { bridge, notices, panel, workspace }: AskDeps,
  { tab, threads, to }: { tab: Tab; threads: readonly ShownThread[]; to: Addressee | null },
): Promise<boolean> {
  const path = tab.editor.$info.get().path;
  const asked = threads.slice(0, MAX_ASKED_THREADS);
  if (path === null || asked.length === 0) return false;
  const root = workspace.$workspace.get()?.root ?? null;
  const setup = await bridge.request("assistant:setup", undefined);
  if (to !== null && !isChosen(to, setup)) {
    const chosen =
      to.kind === "agent"
        ? await bridge.request("assistant:choose-agent", to.id)
        : await bridge.request("assistant:choose-model", { provider: to.id, model: to.model });
    if (!chosen.ok) return failed(chosen.error.message);
  }
  const made = await bridge.request("assistant:create", root);
  if (!made.ok) return failed(made.error.message);
  const conversation = made.conversation.id;
  const text = questionAbout(nameIn(path, root), asked, linesIn(tab));
  const sent = await bridge.request("assistant:send", { conversation, text, chips: chipsOf(tab, asked) });
  if (!sent.ok) {
    await bridge.request("assistant:delete", conversation);
    return failed(sent.error.message);
  }
  panel.showConversation({ conversation, focus: false });
  return true;

  function failed(message: string): false {
    notices.error(message);
    return false;
  }
}

const nameIn = (path: string, root: string | null): string =>
  root !== null && path.startsWith(root) ? path.slice(root.length).replace(/^[\\/]+/, "") : path;

/** The lines of a thread's words, 1-based; null if they are in no text, or gone. */
type LinesOf = (thread: ShownThread) => { from: number; to: number } | null;

function linesIn({ editor }: Tab): LinesOf {
  const text = editor.kind === "text" ? editor.content() : null;
  return ({ range, words }) => {
    if (text === null || range === null || range.to > text.length || words === "") return null;
    const lineOf = (position: number) => text.lineAt(position).number;
    return { from: lineOf(range.from), to: lineOf(range.to) };
  };
}

/** The passages, which reach the model as data. What is said about them is read with the tool, since others may have written it. */
function chipsOf(tab: Tab, threads: readonly ShownThread[]): ContextChip[] {
  const linesOf = linesIn(tab);
  return threads.flatMap((thread): ContextChip[] => {
    const lines = linesOf(thread);
    if (lines === null) return [];
    const text = thread.words.slice(0, MAX_PASSAGE);
    return [{ kind: "selection", doc: tab.doc as DocumentId, text, lineFrom: lines.from, lineTo: lines.to }];
  });
}

/** The question: which threads, in which lines, and what the user wrote in them. */
export function questionAbout(path: string, threads: readonly ShownThread[], linesOf: LinesOf): string {
  const t = commentMessages.question;
  const rows = threads.map((asked) => {
    const lines = linesOf(asked);
    const mine = asked.messages
      .filter(({ isMine }) => isMine)
      .map(({ text }) => text.replace(/\s+/g, " ").slice(0, 500));
    const place = lines === null ? "" : ` (${t.lines(lines.from, lines.to)})`;
    return `- ${asked.thread}${place}${mine.length > 0 ? `: ${mine.join(" / ")}` : ""}`;
  });
  return [t.intro(threads.length, path), rows.join("\n"), t.how].join("\n\n");
}

/** How an addressee is mentioned in a comment. */
export const mentionText = (addressee: Addressee): string => `@${mentionOf(addressee)} `;
