import { atom, computed, type ReadableAtom } from "nanostores";
import type { AssistantSetup } from "../../../shared/assistant-setup";
import type { Notice } from "../../../shared/contract";
import {
  type Approval,
  type ApprovalAnswer,
  type ChipSize,
  type ContextChip,
  type ConversationEntry,
  type ConversationId,
  isEnded,
  type ToolForm,
  type Turn,
} from "../../../shared/conversation";
import type { Shell } from "../../workbench/api/shell";
import { createConversationClient } from "./conversation-client";
import { chipKey, chipsOf, sentDraft, withChip, withoutChip } from "./draft";
import { createDrafts } from "./drafts";
import { watchFront } from "./front-chips";

/** The view of the panel. */
export type PanelView = "conversation" | "conversations";

/** Delay before the context is measured, in milliseconds. */
const MEASURE_DELAY_MS = 350;

export type PanelModel = ReturnType<typeof createPanelModel>;

const models = new WeakMap<Shell, PanelModel>();

/** The panel's state. Created when the panel is first opened, kept for the lifetime of the window. */
export function panelModel(shell: Shell): PanelModel {
  const known = models.get(shell);
  if (known) return known;
  const made = createPanelModel(shell);
  models.set(shell, made);
  return made;
}

type Deps = Pick<Shell, "bridge" | "notices" | "workspace" | "tabs" | "panel">;

function createPanelModel({ bridge, notices, workspace, tabs, panel }: Deps) {
  const client = createConversationClient(bridge);
  const { $conversation } = client;
  const $view = atom<PanelView>("conversation");
  const $setup = atom<AssistantSetup | null>(null);
  const $list = atom<readonly ConversationEntry[]>([]);
  /** The id of the turn that was asked to stop. */
  const $stopping = atom<string | null>(null);
  const $isSending = atom(false);
  /** Why the last question was not sent or the conversation not shown. */
  const $error = atom<Notice | null>(null);
  const $sizes = atom<ReadonlyMap<string, ChipSize>>(new Map());
  const { $chips: $front, refreshFront } = watchFront(tabs);
  const $tools = atom<readonly ToolForm[] | null>(null);

  const drafts = createDrafts(bridge, $conversation);
  const { $draft, change } = drafts;
  const $chips = computed([$draft, $front], chipsOf);
  /** The running turn; null if none. */
  const $running = computed($conversation, (conversation) => {
    const last = conversation?.turns.at(-1);
    return last && !isEnded(last.state) ? last : null;
  });

  const folder = () => workspace.$workspace.get()?.root ?? null;
  const withError = async <T extends object>(
    work: Promise<({ ok: true } & T) | { ok: false; error: Notice }>,
  ): Promise<({ ok: true } & T) | { ok: false; error: Notice }> =>
    work.catch((error: unknown) => ({
      ok: false as const,
      error: { code: "failed", message: error instanceof Error ? error.message : String(error) },
    }));

  // Main measures the chips after a delay, and only while the panel is open.
  let measuring: ReturnType<typeof setTimeout> | undefined;
  let measured = 0;
  const measure = () => {
    clearTimeout(measuring);
    measuring = setTimeout(async () => {
      const conversation = $conversation.get();
      const chips = $chips.get();
      if (!conversation || chips.length === 0 || !panel.$panel.get().open) return;
      measured += 1;
      const mine = measured;
      const answer = await withError(bridge.request("assistant:measure", { conversation: conversation.id, chips }));
      if (!answer.ok || mine !== measured) return;
      $sizes.set(new Map(chips.flatMap((chip, at) => (answer.sizes[at] ? [[chipKey(chip), answer.sizes[at]]] : []))));
    }, MEASURE_DELAY_MS);
  };
  $chips.listen(measure);

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
    measure();
    return why === null;
  };

  /** Shows an empty conversation of this folder, creating one if there is none. */
  const begin = async (): Promise<void> => {
    const root = folder();
    const empty = (await list()).find((entry) => entry.turns === 0);
    if (root !== folder()) return;
    if (empty && (await show(empty.id))) return;
    const answer = await withError(bridge.request("assistant:create", root));
    if (!answer.ok) {
      $error.set(answer.error);
      return;
    }
    $error.set(null);
    client.adopt(answer.conversation);
    panel.rememberConversation(answer.conversation.id);
    measure();
  };

  /** Shows the last shown conversation if it belongs to this folder, else an empty one. */
  const openLastConversation = async (): Promise<void> => {
    const root = folder();
    const entries = await list();
    if (root !== folder()) return;
    const kept = panel.$stored.get().conversation;
    const known = entries.find(({ id }) => id === kept);
    if (!known || !(await show(known.id))) await begin();
  };

  const send = async (text: string, chips: readonly ContextChip[]): Promise<boolean> => {
    const conversation = $conversation.get();
    if (!conversation || $isSending.get()) return false;
    $isSending.set(true);
    $error.set(null);
    const answer = await withError(
      bridge.request("assistant:send", { conversation: conversation.id, text, chips: [...chips] }),
    ).finally(() => $isSending.set(false));
    if (!answer.ok) $error.set(answer.error);
    return answer.ok;
  };

  const stop = (): void => {
    const conversation = $conversation.get();
    const running = $running.get();
    if (!conversation || !running) return;
    $stopping.set(running.id);
    bridge.request("assistant:stop", conversation.id).catch(() => $stopping.set(null));
  };

  // The window closes as soon as its renderer agrees.
  bridge.listen("app:closing", drafts.storeNow);
  bridge.listen("assistant:setup-changed", (setup) => $setup.set(setup));
  bridge.listen("assistant:listed", ({ folder: changed }) => {
    if (changed === folder()) void list();
  });
  workspace.$workspace.listen(() => {
    $view.set("conversation");
    client.leave();
    $sizes.set(new Map());
    void openLastConversation();
  });
  const loadSetup = () =>
    bridge.request("assistant:setup", undefined).then(
      (setup) => $setup.set(setup),
      (error: unknown) => $error.set({ code: "failed", message: String(error) }),
    );
  void loadSetup();
  /** Shows the conversation that main asked for, once per request. */
  const showWanted = async (): Promise<boolean> => {
    const wanted = panel.$conversationToShow.get();
    if (wanted === null) return false;
    panel.$conversationToShow.set(null);
    $view.set("conversation");
    const isShown = await show(wanted.conversation);
    if (isShown && wanted.focus) {
      // It may have been answered in another window meanwhile.
      if ($running.get()?.state.status === "approving") panel.focusCard();
      else panel.open("focus");
    }
    return isShown;
  };
  void showWanted().then((isShown) => (isShown ? undefined : openLastConversation()));
  panel.$conversationToShow.listen(() => void showWanted());

  /** Opens the panel, and changes the draft as soon as a conversation is loaded. */
  const changeWhenOpen = async (edit: Parameters<typeof change>[0]): Promise<void> => {
    panel.open("focus");
    await whenLoaded($conversation, () => change(edit));
  };

  return {
    $conversation,
    $view,
    $setup,
    $list,
    $draft,
    /** All chips of the current draft, automatic and added. */
    $chips,
    $sizes,
    $running,
    $stopping,
    $isSending,
    $error,
    $tools,
    /** Updates the automatic chips: the user has come from the editor, where the selection may have changed. */
    refreshFront,
    list,
    show,
    begin,
    change,
    type: (text: string) => change((draft) => ({ ...draft, text })),
    add: (chip: ContextChip) => change((draft) => withChip(draft, chip)),
    addChip: (chip: ContextChip): void => void changeWhenOpen((draft) => withChip(draft, chip)),
    /** Keeps an existing draft: the text is added below it. */
    addText: (text: string): Promise<void> =>
      changeWhenOpen((draft) => ({ ...draft, text: draft.text.trim() === "" ? text : `${draft.text}\n\n${text}` })),
    remove: (chip: ContextChip) => change((draft) => withoutChip(draft, chip)),
    storeDrafts: drafts.storeNow,
    /** Sends the draft. Automatic chips that cannot be read are dropped; added ones make main return an error. */
    async sendDraft(): Promise<boolean> {
      refreshFront();
      const { text, chips: added } = $draft.get();
      const question = text.trim();
      if (question === "" || $running.get()) return false;
      const manual = new Set(added.map(chipKey));
      const sizes = $sizes.get();
      const chips = $chips.get().filter((chip) => manual.has(chipKey(chip)) || !sizes.get(chipKey(chip))?.failure);
      const conversation = $conversation.get()?.id;
      const isSent = await send(question, chips);
      // Keep what was typed while the question was being sent.
      if (isSent && $conversation.get()?.id === conversation)
        change((draft) => (draft.text === text ? sentDraft(draft) : draft));
      return isSent;
    },
    /** Sends a question without context. */
    ask: (text: string) => send(text, []),
    /** Sends the question again, with those of its chips that still exist. */
    retry({ ask }: Turn): Promise<boolean> {
      if (ask.kind !== "words") return Promise.resolve(false);
      return send(ask.text, existingChips(ask.chips));
    },
    /** Puts a question back into the draft. */
    edit({ ask }: Turn): void {
      if (ask.kind !== "words") return;
      const chips = existingChips(ask.chips);
      change((draft) => ({ ...draft, text: ask.text, chips }));
    },
    async runTool(tool: string, args: Record<string, unknown>): Promise<Notice | null> {
      const conversation = $conversation.get();
      if (!conversation) return null;
      const answer = await withError(
        bridge.request("assistant:run-tool", { conversation: conversation.id, tool, arguments: args }),
      );
      return answer.ok ? null : answer.error;
    },
    stop,
    /** Answers an approval; false if it is no longer open. */
    async answer(approval: Approval, decision: ApprovalAnswer["decision"]): Promise<boolean> {
      const conversation = $conversation.get();
      if (!conversation) return false;
      const answer = await withError(
        bridge.request("assistant:answer", { conversation: conversation.id, approval: approval.id, decision }),
      );
      if (!answer.ok) notices.error(answer.error.message, { hint: answer.error.hint ?? null });
      return answer.ok;
    },
    /** The result of a call of this conversation; null if it cannot be read. */
    async resultOf(call: string): Promise<string | null> {
      const conversation = $conversation.get()?.id;
      if (conversation === undefined) return null;
      const answer = await withError(bridge.request("assistant:call", { conversation, call }));
      return answer.ok ? answer.result : null;
    },
    async tools(): Promise<readonly ToolForm[]> {
      const known = $tools.get();
      if (known) return known;
      const answer = await withError(bridge.request("assistant:tools", undefined));
      if (!answer.ok) return [];
      $tools.set(answer.tools);
      return answer.tools;
    },
    /** The conversation was deleted: show another one. */
    async removed(id: ConversationId): Promise<void> {
      drafts.forget(id);
      if ($conversation.get()?.id === id) await begin();
    },
  };

  function existingChips(sent: readonly { chip: ContextChip }[]): ContextChip[] {
    return sent.flatMap(({ chip }) => ("doc" in chip && tabs.find(chip.doc) === null ? [] : [chip]));
  }
}

/** Runs `act` as soon as there is a conversation. */
function whenLoaded($conversation: ReadableAtom<unknown>, act: () => void): Promise<void> {
  return new Promise((done) => {
    let isDone = false;
    const stop = $conversation.subscribe((conversation) => {
      if (conversation === null || isDone) return;
      isDone = true;
      act();
      done();
      queueMicrotask(() => stop());
    });
  });
}
