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
  const text = questionAbout(nameIn(path, root), asked);
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

/** The passages, which reach the model as data. What is said about them is read with the tool, since others may have written it. */
function chipsOf({ doc, editor }: Tab, threads: readonly ShownThread[]): ContextChip[] {
  if (editor.kind !== "text") return [];
  const text = editor.content();
  return threads.flatMap(({ range, words }): ContextChip[] => {
    if (range === null || range.to > text.length || words === "") return [];
    const lineOf = (position: number) => text.lineAt(position).number;
    const [lineFrom, lineTo] = [lineOf(range.from), lineOf(range.to)];
    return [{ kind: "selection", doc: doc as DocumentId, text: words.slice(0, MAX_PASSAGE), lineFrom, lineTo }];
  });
}

/** The question: which threads, and what the user wrote in them. */
export function questionAbout(path: string, threads: readonly ShownThread[]): string {
  const t = commentMessages.question;
  const rows = threads.map(({ thread, messages }) => {
    const mine = messages.filter(({ isMine }) => isMine).map(({ text }) => text.replace(/\s+/g, " ").slice(0, 500));
    return `- ${thread}${mine.length > 0 ? `: ${mine.join(" / ")}` : ""}`;
  });
  return [t.intro(threads.length, path), rows.join("\n"), t.how].join("\n\n");
}

/** How an addressee is mentioned in a comment. */
export const mentionText = (addressee: Addressee): string => `@${mentionOf(addressee)} `;
