import { atom, computed, type ReadableAtom } from "nanostores";
import type { AssistantSetup } from "../../../../shared/assistant-setup";
import {
  type ContextChip,
  type Conversation,
  type ConversationId,
  type Recipient,
  recipientKey,
  sideBySide,
  type ToolForm,
} from "../../../../shared/conversation";
import { lazyStore } from "../../../ui/lazy-store";
import type { Shell } from "../../../workbench/api/shell";
import { addImages, PDF } from "./add-images";
import { createPdfPages, isPdf } from "./add-pdf";
import { createApprovalNotes } from "./approval-notes";
import type { Asking } from "./asking";
import { createChipSizes } from "./chip-sizes";
import { createConversationClient, withError } from "./conversation-client";
import { deletedConversationsOf } from "./deleted-conversations";
import { chipsOf, runningTurn, withChip, withoutChip, withoutRecipient, withRecipient } from "./draft";
import { createDrafts, ownerOf } from "./drafts";
import { watchFront } from "./front-chips";
import { createModelRules } from "./model-rules";
import { createPanelQuestions } from "./panel-questions";
import { recipientOf } from "./recipients";
import { createShownConversation } from "./shown-conversation";

export type PanelModel = ReturnType<typeof createPanelModel>;

/** The state of a window's panel. */
export const panelModelOf = lazyStore(createPanelModel);

type Deps = Pick<Shell, "bridge" | "notices" | "workspace" | "tabs" | "panel">;

function createPanelModel(shell: Deps) {
  const { bridge, notices, workspace, tabs, panel } = shell;
  const client = createConversationClient(bridge);
  const { $conversation } = client;
  const $setup = atom<AssistantSetup | null>(null);
  const $tools = atom<readonly ToolForm[] | null>(null);
  const { $chips: $front, $edits, refreshFront } = watchFront(tabs);
  const { $hidden } = deletedConversationsOf(shell);
  const { $comparing, $subject, $owner, otherThan } = createSubject($conversation, $hidden);
  const drafts = createDrafts(bridge, $owner);
  const { $draft, change } = drafts;
  /** All chips of the current draft, automatic and added. */
  const $chips = computed([$draft, $front], chipsOf);
  /** The running turn; null if none. */
  const $running = computed($conversation, runningTurn);
  /** Who answers in this conversation; null if nobody is set up. */
  const $recipient = computed([$setup, $conversation], recipientOf);
  const sizes = createChipSizes({ bridge, panel, $conversation, $chips, $edits, $running, $setup });
  const approvalNotes = createApprovalNotes($conversation, change);
  const rules = createModelRules({ bridge, panel, $conversation, $chips, $running, $setup, onDecided: sizes.measure });

  workspace.$workspace.listen(sizes.clear);
  workspace.$workspace.listen(rules.clear);
  const shown = createShownConversation({
    bridge,
    workspace,
    panel,
    client,
    onShown() {
      sizes.measure();
      rules.refresh();
    },
  });
  const { $error } = shown;
  const questions = createPanelQuestions({
    bridge,
    notices,
    tabs,
    $conversation,
    $running,
    $draft,
    $chips,
    $sizes: sizes.$sizes,
    $error,
    change,
    refreshFront,
    adopt: shown.adopt,
  });

  const addPictures = (files: readonly File[]) =>
    addImages(files, { bridge, notices, $conversation: $subject, change });
  const pdf = createPdfPages({ bridge, notices, $conversation: $subject, addImages: addPictures });
  computed([$recipient], (recipient) => (recipient === null ? "" : recipientKey(recipient))).listen(() => {
    sizes.measure();
    rules.refresh();
  });

  // The window closes as soon as its renderer agrees.
  bridge.listen("app:closing", drafts.storeNow);
  bridge.listen("assistant:setup-changed", (setup) => $setup.set(setup));
  bridge.request("assistant:setup", undefined).then(
    (setup) => $setup.set(setup),
    (error: unknown) => $error.set({ code: "failed", message: String(error) }),
  );
  shown.start();

  /** Opens the panel, and changes the draft as soon as a conversation is loaded. */
  const changeWhenOpen = async (edit: Parameters<typeof change>[0]): Promise<void> => {
    panel.open("focus");
    await whenLoaded($conversation, () => change(edit));
  };

  const resultIn = async (conversation: ConversationId | undefined, call: string): Promise<string | null> => {
    if (conversation === undefined) return null;
    const answer = await withError(bridge.request("assistant:call", { conversation, call }));
    return answer.ok ? answer.result : null;
  };

  return {
    ...questions,
    $conversation,
    $view: shown.$view,
    $setup,
    $list: shown.$list,
    $draft,
    $chips,
    $sizes: sizes.$sizes,
    $request: sizes.$request,
    $isMeasured: sizes.$isCurrent,
    $running,
    $recipient,
    $comparing,
    /** Whom the question of a comparison goes to; null below a conversation that is shown alone. */
    asking: null as Asking | null,
    approvalNotes,
    $error,
    $tools,
    rules,
    /** Updates the automatic chips: the user has come from the editor, where the selection may have changed. */
    refreshFront,
    list: shown.list,
    show: shown.show,
    adopt: shown.adopt,
    begin: shown.begin,
    change,
    type: (text: string) => change((draft) => ({ ...draft, text })),
    pdf,
    /** A PDF is added by its pages. */
    add(chip: ContextChip): void {
      if (chip.kind === "file" && isPdf(chip.path)) void pdf.addPath(chip.path);
      else change((draft) => withChip(draft, chip));
    },
    addChip: (chip: ContextChip): void => void changeWhenOpen((draft) => withChip(draft, chip)),
    /** Keeps an existing draft: the text is added below it. */
    addText: (text: string): Promise<void> =>
      changeWhenOpen((draft) => ({ ...draft, text: draft.text.trim() === "" ? text : `${draft.text}\n\n${text}` })),
    /** Adds images, and pages of PDFs. */
    async addFiles(files: readonly File[]): Promise<void> {
      const isPdfFile = ({ type }: File) => type === PDF;
      // The question waits for the PDFs from now on, and not only when the images are there.
      const added = files.filter(isPdfFile).map((file) => pdf.addFile(file));
      await Promise.all([addPictures(files.filter((file) => !isPdfFile(file))), ...added]);
    },
    remove: (chip: ContextChip) => change((draft) => withoutChip(draft, chip)),
    /** Takes everything out of the context, so that the question fits. */
    removeAll: () => change((draft) => $chips.get().reduce(withoutChip, draft)),
    addRecipient: (recipient: Recipient) => change((draft) => withRecipient(draft, recipient)),
    removeRecipient: (recipient: Recipient) => change((draft) => withoutRecipient(draft, recipient)),
    storeDrafts: drafts.storeNow,
    moveDraftHere: drafts.moveHere,
    resultIn,
    /** The result of a call of this conversation; null if it cannot be read. */
    resultOf: (call: string) => resultIn($conversation.get()?.id, call),
    async tools(): Promise<readonly ToolForm[]> {
      const known = $tools.get();
      if (known) return known;
      const answer = await withError(bridge.request("assistant:tools", undefined));
      if (!answer.ok) return [];
      $tools.set(answer.tools);
      return answer.tools;
    },
    /** Conversations were deleted: shows another one of the comparison, or an empty one. */
    async removed(ids: readonly ConversationId[]): Promise<void> {
      for (const id of ids) drafts.forget(id);
      if (!ids.includes($conversation.get()?.id ?? "")) return;
      const other = otherThan(ids);
      if (other === undefined || !(await shown.show(other))) await shown.begin();
    },
  };
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

/** What the panel's question is about: the conversation that is shown, or all that are side by side with it. `$hidden`: those that are being deleted. */
function createSubject(
  $conversation: ReadableAtom<Conversation | null>,
  $hidden: ReadableAtom<ReadonlySet<ConversationId>>,
) {
  const keepSame = keepingSame<ConversationId>();
  /** The members of the comparison that is shown side by side; null if one conversation is shown alone. */
  const $comparing = computed([$conversation, $hidden], (conversation, hidden) => {
    const members = conversation && sideBySide(conversation)?.filter((id) => !hidden.has(id));
    return keepSame(members?.includes(conversation?.id ?? "") && members.length > 1 ? members : null);
  });
  return {
    $comparing,
    /** A conversation that is side by side with the one that is shown, and none of these. */
    otherThan(ids: readonly ConversationId[]): ConversationId | undefined {
      const conversation = $conversation.get();
      const members = conversation && sideBySide(conversation);
      return members?.find((id) => !ids.includes(id) && !$hidden.get().has(id));
    },
    /** Where what is added to the draft is stored: the same conversation whichever answer of a comparison is in front. */
    $subject: computed([$conversation, $comparing], (conversation, comparing) => {
      const id = comparing?.[0] ?? conversation?.id;
      return id === undefined ? null : { id };
    }),
    /** Whose draft it is. */
    $owner: computed([$conversation, $comparing], (conversation, comparing) =>
      conversation === null ? null : ownerOf(conversation, comparing !== null),
    ),
  };
}

/** Gives the list before in place of an equal one, so that nothing is computed again. */
function keepingSame<T>(): (list: readonly T[] | null) => readonly T[] | null {
  let last: readonly T[] | null = null;
  return (list) => {
    const isSame = list?.length === last?.length && list?.every((each, at) => each === last?.[at]) !== false;
    if (!isSame) last = list;
    return last;
  };
}
