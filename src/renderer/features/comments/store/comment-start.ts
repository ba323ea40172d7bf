import type { WritableAtom } from "nanostores";
import type { CommentDraft, ShownThread } from "../../../../shared/comments";
import type { Bridge, DocumentId } from "../../../../shared/contract";
import { createEarlyTyping } from "../../../ui/early-typing";
import type { Notices } from "../../../ui/notices";
import type { CommentStore, DraftOnPage, PreviewPassages } from "../../../workbench/api/feature-stores";
import type { Tab, TextDocumentEditor } from "../../../workbench/api/tabs";
import type { MarginMark } from "../comment-marks";
import { commentMessages } from "../messages";
import type { createThreadNavigation } from "../thread-navigation";
import { draftKey, hasWords, type UnsentComments } from "../unsent-comments";
import type { createMarkedEditors } from "./marked-editors";

/** The maximum number of characters that a comment is on. */
const MAX_WORDS = 10_000;

type TextTab = Tab & { editor: TextDocumentEditor };
type Deps = {
  notices: Pick<Notices, "info" | "error">;
  unsent: UnsentComments;
  editors: Pick<ReturnType<typeof createMarkedEditors>, "hasMargin" | "showDrafts">;
  navigation: Pick<ReturnType<typeof createThreadNavigation>, "threadAtCursor" | "backToText">;
  openPane(): void;
  activate(thread: string): void;
  $focus: WritableAtom<ReturnType<CommentStore["$focus"]["get"]>>;
  bridge: Pick<Bridge, "request">;
  /** The tab in front, and its editor if it shows a text. */
  tab(): Tab | null;
  front(): TextTab | null;
  /** The passages of the preview that a tab shows; null if it shows its editor. */
  previewOf(tab: Tab): Pick<PreviewPassages, "text" | "selection" | "nearest"> | null;
  /** The user begins a comment on a page, which may have a card beside it. */
  beganOnPage(draft: DraftOnPage): void;
  /** The thread that is active. */
  active(): string | null;
  bringToFront(doc: DocumentId): void;
  send(draft: CommentDraft): Promise<boolean>;
  /** The threads of the document in front. */
  threads(): readonly ShownThread[];
};

const isCell = (address: string): boolean => address.includes("!");

/** Begins comments on what the user has selected, and goes to those at the cursor. */
export function createCommentStart({ notices, unsent, editors, navigation, ...deps }: Deps) {
  /** Focuses the card of a thread, or of a comment that the user begins, in the side bar if there is no place beside the text. */
  function showCard(doc: DocumentId, thread: string): void {
    if (!editors.hasMargin(doc)) deps.openPane();
    deps.activate(thread);
    const isDraft = unsent.$drafts.get().some((draft) => draft.kind === "new" && draft.id === thread);
    deps.$focus.set(isDraft ? { draft: thread } : { thread });
  }

  /** Leads to the card of a marked thread, of several in a line to the next one; or to a protected passage in the side bar. */
  function showMark(doc: DocumentId, { kind, ids }: MarginMark): void {
    const [first] = ids;
    if (first === undefined) return;
    deps.bringToFront(doc);
    if (kind === "comment") showCard(doc, ids[ids.indexOf(deps.active() ?? "") + 1] ?? first);
    else {
      deps.openPane();
      // Of several the innermost.
      deps.$focus.set({ lock: ids.at(-1) ?? first });
    }
  }

  /** The selected words, and where they are in the text that the user sees: a preview may be of an older one. */
  function selectedWords(tab: TextTab): { from: number; words: string } {
    const preview = deps.previewOf(tab);
    const { from, to } = preview === null ? tab.editor.selectedRange() : (preview.selection() ?? { from: 0, to: 0 });
    const text = preview === null ? tab.editor.content() : preview.text();
    const selected = text?.sliceString(from, Math.min(to, from + MAX_WORDS)) ?? "";
    return { from: from + selected.length - selected.trimStart().length, words: selected.trim() };
  }

  async function goToNearest(tab: TextTab): Promise<void> {
    const preview = deps.previewOf(tab);
    const thread = preview === null ? await navigation.threadAtCursor(tab.editor) : preview.nearest();
    if (thread === null) notices.info(commentMessages.selectFirst);
    else showCard(tab.doc, thread);
  }

  /** In an Office document: the words that are selected in one of its paragraphs, the selected cell, or the slide. */
  async function startInOffice({ doc, editor }: Tab): Promise<void> {
    // A book has its own comments beside its table.
    if (editor.kind === "book" && editor.run("comment")) return;
    if (editor.kind !== "office") return void notices.info(commentMessages.notHere);
    const passage = editor.selection();
    if (passage === null) {
      const active = editors.hasMargin(doc) ? deps.active() : null;
      if (active === null) notices.info(commentMessages.selectFirst);
      else showCard(doc, active);
      return;
    }
    if (!editors.hasMargin(doc)) deps.openPane();
    if ("address" in passage) {
      const { address, words } = passage;
      const there = isCell(address) ? deps.threads().find((thread) => thread.address === address) : undefined;
      // A cell has one comment, which is answered.
      if (there !== undefined) showCard(doc, there.thread);
      else begin(doc, { from: 0, words: words.slice(0, MAX_WORDS), address }, Promise.resolve(), { address });
      return;
    }
    const { words, ...place } = passage;
    const answer = deps.bridge.request("comments:place", { doc, ...place });
    const placed = answer.then((found) => {
      const now = unsent.of(doc, draftKey(draft));
      if (!found.ok) notices.error(found.error.message, { hint: found.error.hint ?? null });
      else if (now?.kind === "new") unsent.type(doc, { ...now, from: found.from });
    });
    // At once: what is typed next belongs to the comment.
    const draft = begin(doc, { from: 0, words: words.slice(0, MAX_WORDS) }, placed, place);
    await placed;
  }

  function start(): void {
    const tab = deps.front();
    if (tab === null) {
      const other = deps.tab();
      if (other !== null) void startInOffice(other);
      return;
    }
    // Before anything is written: a document without a file can have no comments.
    if (tab.editor.$info.get().path === null) return void notices.info(commentMessages.saveFirst);
    const { from, words } = selectedWords(tab);
    if (words === "") return void goToNearest(tab);
    begin(tab.doc, { from, words });
    void editors.showDrafts(tab.doc);
  }

  /** Begins a comment, and leads into it. It is sent once it is `placed`. */
  function begin(
    doc: DocumentId,
    passage: { from: number; words: string; address?: string },
    placed = Promise.resolve(),
    onPage: { address: string } | { paragraph: string; share: number } | null = null,
  ): CommentDraft {
    unsent.dropEmpty(doc);
    const id = crypto.randomUUID();
    if (onPage !== null) deps.beganOnPage({ ...onPage, id, words: passage.words });
    const draft = { kind: "new", id, ...passage, needsMe: false, text: "" } as const;
    unsent.type(doc, draft);
    deps.$focus.set({ draft: id });
    // The focus is the user's: a field that appears only after they have left must not take it.
    const withdraw = () => {
      const wanted = deps.$focus.get();
      if (wanted !== null && wanted !== "list" && "draft" in wanted && wanted.draft === id) deps.$focus.set(null);
    };
    // The view may still have to be loaded.
    createEarlyTyping({
      label: commentMessages.write,
      isMultiline: true,
      isInContents: true,
      isCertain: true,
      onInput: (text) => unsent.type(doc, { ...(unsent.of(doc, draftKey(draft)) ?? draft), text }),
      onSend: () => {
        void placed.then(async () => {
          const now = unsent.of(doc, draftKey(draft));
          if (now !== undefined && hasWords(now) && (await deps.send(now))) navigation.backToText();
        });
      },
      onEscape() {
        withdraw();
        navigation.backToText();
      },
      onLeave: withdraw,
    }).hold();
    return draft;
  }

  return { start, showCard, showMark };
}
