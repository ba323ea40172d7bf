import { atom } from "nanostores";
import type { Notice } from "../../../../shared/contract";
import {
  type Conversation,
  type ConversationEntry,
  type ConversationId,
  sideBySide,
} from "../../../../shared/conversation";
import type { Shell } from "../../../workbench/api/shell";
import { type ConversationClient, withError } from "./conversation-client";

/** The view of the panel. */
export type PanelView = "conversation" | "conversations" | "readers";

type Deps = Pick<Shell, "bridge" | "workspace" | "panel"> & { client: ConversationClient; onShown(): void };

/** Whether the conversation is one of several that are side by side, and the other was one of them. */
const wasBeside = (one: Pick<ConversationEntry, "id" | "comparison">, other: ConversationId | undefined): boolean =>
  other !== undefined && sideBySide(one) !== null && one.comparison?.members.includes(other) === true;

/** Which conversation of the open folder the panel shows, and the list of all. */
export function createShownConversation({ bridge, workspace, panel, client, onShown }: Deps) {
  const { $conversation } = client;
  const $view = atom<PanelView>("conversation");
  const $list = atom<readonly ConversationEntry[]>([]);
  /** Why the last question was not sent or the conversation not shown. */
  const $error = atom<Notice | null>(null);
  const folder = () => workspace.$workspace.get()?.root ?? null;

  let listed = 0;
  const list = async (sought = ""): Promise<readonly ConversationEntry[]> => {
    listed += 1;
    const mine = listed;
    const answer = await withError(bridge.request("assistant:list", { folder: folder(), sought }));
    if (!answer.ok) return [];
    if (mine === listed) $list.set(answer.conversations);
    return answer.conversations;
  };

  const show = async (id: ConversationId): Promise<boolean> => {
    $error.set(null);
    const why = await client.show(id);
    if (why) $error.set(why);
    else panel.rememberConversation(id);
    onShown();
    return why === null;
  };

  /** Shows a conversation that main has just made. */
  const adopt = (conversation: Conversation): void => {
    $error.set(null);
    client.adopt(conversation);
    panel.rememberConversation(conversation.id);
    onShown();
  };

  /** Shows an empty conversation of this folder, creating one if there is none. */
  const begin = async (): Promise<void> => {
    const root = folder();
    const empty = (await list()).find((entry) => entry.turns === 0 && entry.recipient === undefined);
    if (root !== folder()) return;
    if (empty && (await show(empty.id))) return;
    const answer = await withError(bridge.request("assistant:create", root));
    if (!answer.ok) {
      $error.set(answer.error);
      return;
    }
    adopt(answer.conversation);
  };

  /** Shows the last shown conversation if it belongs to this folder, else an empty one. */
  const openLastConversation = async (): Promise<void> => {
    const root = folder();
    const entries = await list();
    if (root !== folder()) return;
    const kept = panel.$stored.get().conversation;
    // If another window deleted this member of a comparison, another member is shown.
    const known =
      entries.find(({ id }) => id === kept) ??
      entries.find(({ id, comparison }) => wasBeside({ id, comparison }, kept));
    if (!known || !(await show(known.id))) await begin();
  };

  /** Shows the conversation that main asked for, once per request. */
  const showWanted = async (): Promise<boolean> => {
    const wanted = panel.$conversationToShow.get();
    if (wanted === null) return false;
    panel.$conversationToShow.set(null);
    $view.set("conversation");
    const isShown = await show(wanted.conversation);
    if (!isShown) return false;
    // The approval may have been answered in another window.
    const isWaiting = $conversation.get()?.turns.at(-1)?.state.status === "approving";
    if (!wanted.focus && isWaiting) panel.revealCard();
    else if (wanted.focus && isWaiting) panel.focusCard();
    else if (wanted.focus) panel.open("focus");
    return isShown;
  };
  bridge.listen("assistant:listed", ({ folder: changed }) => {
    if (changed === folder()) void list();
  });
  workspace.$workspace.listen(() => {
    $view.set("conversation");
    client.leave();
    void openLastConversation();
  });

  return {
    $view,
    $list,
    $error,
    list,
    show,
    adopt,
    begin,
    /** Shows a first conversation, and from now on those that main asks for. */
    start(): void {
      void showWanted().then((isShown) => (isShown ? undefined : openLastConversation()));
      panel.$conversationToShow.listen(() => void showWanted());
    },
  };
}
