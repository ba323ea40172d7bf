import { atom, computed } from "nanostores";
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
import type { Shell } from "../../workbench/shell";
import { createConversationCopy } from "./conversation-copy";
import { chipKey, chipsOf, sentDraft, withChip, withoutChip } from "./draft";
import { createDrafts } from "./drafts";
import { watchFront } from "./front-chips";

/** What the panel shows. */
export type PanelView = "conversation" | "conversations";

/** Milliseconds of rest before what goes along is measured. */
const MEASURE = 350;

export type PanelModel = ReturnType<typeof createPanelModel>;

const models = new WeakMap<Shell, PanelModel>();

/** The panel's state, made when the panel is first opened and kept for as long as the page is. */
export function panelModel(shell: Shell): PanelModel {
  const known = models.get(shell);
  if (known) return known;
  const made = createPanelModel(shell);
  models.set(shell, made);
  return made;
}

/** What the panel needs of the page around it. */
type World = Pick<Shell, "bridge" | "notices" | "workspace" | "tabs" | "panel">;

function createPanelModel({ bridge, notices, workspace, tabs, panel }: World) {
  const copy = createConversationCopy(bridge);
  const { $conversation } = copy;
  const $view = atom<PanelView>("conversation");
  const $setup = atom<AssistantSetup | null>(null);
  const $list = atom<readonly ConversationEntry[]>([]);
  /** The turn that was asked to stop. */
  const $stopping = atom<string | null>(null);
  const $isSending = atom(false);
  /** Why the last question could not be sent, or the conversation not be shown. */
  const $trouble = atom<Notice | null>(null);
  const $sizes = atom<ReadonlyMap<string, ChipSize>>(new Map());
  const { $chips: $front, look } = watchFront(tabs);
  const $tools = atom<readonly ToolForm[] | null>(null);

  const drafts = createDrafts(bridge, $conversation);
  const { $draft, change } = drafts;
  const $chips = computed([$draft, $front], chipsOf);
  /** The turn that runs; null where none does. */
  const $running = computed($conversation, (conversation) => {
    const last = conversation?.turns.at(-1);
    return last && !isEnded(last.state) ? last : null;
  });

  const folder = () => workspace.$workspace.get()?.root ?? null;
  const attempt = async <T extends object>(
    work: Promise<({ ok: true } & T) | { ok: false; error: Notice }>,
  ): Promise<({ ok: true } & T) | { ok: false; error: Notice }> =>
    work.catch((trouble: unknown) => ({
      ok: false as const,
      error: { code: "failed", message: trouble instanceof Error ? trouble.message : String(trouble) },
    }));

  // What goes along is measured by main, after a rest; nothing is measured that nobody looks at.
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
      const answer = await attempt(bridge.request("assistant:measure", { conversation: conversation.id, chips }));
      if (!answer.ok || mine !== measured) return;
      $sizes.set(new Map(chips.flatMap((chip, at) => (answer.sizes[at] ? [[chipKey(chip), answer.sizes[at]]] : []))));
    }, MEASURE);
  };
  $chips.listen(measure);

  let listed = 0;
  const list = async (sought = ""): Promise<readonly ConversationEntry[]> => {
    listed += 1;
    const mine = listed;
    const answer = await attempt(bridge.request("assistant:list", { folder: folder(), sought }));
    if (!answer.ok) return [];
    if (mine === listed) $list.set(answer.conversations);
    return answer.conversations;
  };

  const show = async (id: ConversationId): Promise<boolean> => {
    $trouble.set(null);
    const why = await copy.show(id);
    if (why) $trouble.set(why);
    else panel.shows(id);
    measure();
    return why === null;
  };

  /** An empty conversation of this folder: one that is there already, or else a new one. */
  const begin = async (): Promise<void> => {
    const root = folder();
    const empty = (await list()).find((entry) => entry.turns === 0);
    if (root !== folder()) return;
    if (empty && (await show(empty.id))) return;
    const answer = await attempt(bridge.request("assistant:create", root));
    if (!answer.ok) {
      $trouble.set(answer.error);
      return;
    }
    $trouble.set(null);
    copy.adopt(answer.conversation);
    panel.shows(answer.conversation.id);
    measure();
  };

  /** The conversation that was shown last, if it is one of this folder. */
  const comeIn = async (): Promise<void> => {
    const root = folder();
    const entries = await list();
    if (root !== folder()) return;
    const kept = panel.$kept.get().conversation;
    const known = entries.find(({ id }) => id === kept);
    if (!known || !(await show(known.id))) await begin();
  };

  const send = async (text: string, chips: readonly ContextChip[]): Promise<boolean> => {
    const conversation = $conversation.get();
    if (!conversation || $isSending.get()) return false;
    $isSending.set(true);
    $trouble.set(null);
    const answer = await attempt(
      bridge.request("assistant:send", { conversation: conversation.id, text, chips: [...chips] }),
    ).finally(() => $isSending.set(false));
    if (!answer.ok) $trouble.set(answer.error);
    return answer.ok;
  };

  const stop = (): void => {
    const conversation = $conversation.get();
    const running = $running.get();
    if (!conversation || !running) return;
    $stopping.set(running.id);
    bridge.request("assistant:stop", conversation.id).catch(() => $stopping.set(null));
  };

  // The window goes as soon as its page agrees.
  bridge.listen("app:closing", drafts.keepNow);
  bridge.listen("assistant:setup-changed", (setup) => $setup.set(setup));
  bridge.listen("assistant:listed", ({ folder: changed }) => {
    if (changed === folder()) void list();
  });
  workspace.$workspace.listen(() => {
    $view.set("conversation");
    copy.leave();
    $sizes.set(new Map());
    void comeIn();
  });
  const loadSetup = () =>
    bridge.request("assistant:setup", undefined).then(
      (setup) => $setup.set(setup),
      (trouble: unknown) => $trouble.set({ code: "failed", message: String(trouble) }),
    );
  void loadSetup();
  /** Shows the conversation that main wants, once each time. */
  const showWanted = async (): Promise<boolean> => {
    const wanted = panel.$wanted.get();
    if (wanted === null) return false;
    panel.$wanted.set(null);
    $view.set("conversation");
    const isShown = await show(wanted.conversation);
    if (isShown && wanted.focus) {
      // It may have been answered in another window meanwhile.
      if ($running.get()?.state.status === "approving") panel.focusCard();
      else panel.enter("focus");
    }
    return isShown;
  };
  void showWanted().then((isShown) => (isShown ? undefined : comeIn()));
  panel.$wanted.listen(() => void showWanted());

  return {
    $conversation,
    $view,
    $setup,
    $list,
    $draft,
    /** All that goes along with the question that is being written. */
    $chips,
    $sizes,
    $running,
    $stopping,
    $isSending,
    $trouble,
    $tools,
    /** The person comes from the page: what is selected there by now goes along. */
    look,
    list,
    show,
    begin,
    change,
    type: (text: string) => change((draft) => ({ ...draft, text })),
    add: (chip: ContextChip) => change((draft) => withChip(draft, chip)),
    /** Opens the panel, and adds a chip as soon as there is a conversation to add it to. */
    give(chip: ContextChip): void {
      panel.enter("focus");
      let isGiven = false;
      const stop = $conversation.subscribe((conversation) => {
        if (conversation === null || isGiven) return;
        isGiven = true;
        change((draft) => withChip(draft, chip));
        queueMicrotask(() => stop());
      });
    },
    remove: (chip: ContextChip) => change((draft) => withoutChip(draft, chip)),
    keepDrafts: drafts.keepNow,
    /** Sends what is written. What cannot go along by itself is left out; what was added by hand and cannot is told. */
    async sendDraft(): Promise<boolean> {
      look();
      const { text, chips: added } = $draft.get();
      const words = text.trim();
      if (words === "" || $running.get()) return false;
      const manual = new Set(added.map(chipKey));
      const sizes = $sizes.get();
      const chips = $chips.get().filter((chip) => manual.has(chipKey(chip)) || !sizes.get(chipKey(chip))?.problem);
      const conversation = $conversation.get()?.id;
      const isSent = await send(words, chips);
      // What was typed while it was on its way stays.
      if (isSent && $conversation.get()?.id === conversation)
        change((draft) => (draft.text === text ? sentDraft(draft) : draft));
      return isSent;
    },
    /** Asks something with nothing along. */
    ask: (text: string) => send(text, []),
    /** Asks the same again, with what of it is still there. */
    retry({ ask }: Turn): Promise<boolean> {
      if (ask.kind !== "words") return Promise.resolve(false);
      return send(ask.text, stillThere(ask.chips));
    },
    /** Puts a question back to where it is written. */
    edit({ ask }: Turn): void {
      if (ask.kind !== "words") return;
      const chips = stillThere(ask.chips);
      change((draft) => ({ ...draft, text: ask.text, chips }));
    },
    async runTool(tool: string, args: Record<string, unknown>): Promise<Notice | null> {
      const conversation = $conversation.get();
      if (!conversation) return null;
      const answer = await attempt(
        bridge.request("assistant:run-tool", { conversation: conversation.id, tool, arguments: args }),
      );
      return answer.ok ? null : answer.error;
    },
    stop,
    /** Answers what a call asks; false where it is no longer asked. */
    async answer(approval: Approval, decision: ApprovalAnswer["decision"]): Promise<boolean> {
      const conversation = $conversation.get();
      if (!conversation) return false;
      const answer = await attempt(
        bridge.request("assistant:answer", { conversation: conversation.id, approval: approval.id, decision }),
      );
      if (!answer.ok) notices.problem(answer.error.message, { hint: answer.error.hint ?? null });
      return answer.ok;
    },
    /** What a call of this conversation answered; null where that cannot be told. */
    async resultOf(call: string): Promise<string | null> {
      const conversation = $conversation.get()?.id;
      if (conversation === undefined) return null;
      const answer = await attempt(bridge.request("assistant:call", { conversation, call }));
      return answer.ok ? answer.result : null;
    },
    async tools(): Promise<readonly ToolForm[]> {
      const known = $tools.get();
      if (known) return known;
      const answer = await attempt(bridge.request("assistant:tools", undefined));
      if (!answer.ok) return [];
      $tools.set(answer.tools);
      return answer.tools;
    },
    /** The conversation is gone: another takes its place. */
    async removed(id: ConversationId): Promise<void> {
      drafts.forget(id);
      if ($conversation.get()?.id === id) await begin();
    },
  };

  function stillThere(sent: readonly { chip: ContextChip }[]): ContextChip[] {
    return sent.flatMap(({ chip }) => ("doc" in chip && tabs.find(chip.doc) === null ? [] : [chip]));
  }
}
