import { GIT } from "../../core/review/writer";
import type { Bridge, StartState } from "../../shared/contract";
import { escapeInvisibles } from "../../shared/escape-invisibles";
import type { PutBackEvent } from "../../shared/external";
import { $language } from "../ui/language";
import { messages } from "../ui/messages";
import type { Notices } from "../ui/notices";
import type { PanelLayout } from "../ui/panel-layout";
import { shownAuthor } from "../ui/writer-name";
import type { Navigation } from "./api/navigation";
import type { Tabs } from "./api/tabs";
import { createBackgroundTabs, isKeyboardInUse } from "./tabs/background-tabs";

type Deps = {
  bridge: Bridge;
  tabs: Tabs;
  navigation: Navigation;
  notices: Notices;
  isTyping(): boolean;
  saveSession(): Promise<unknown>;
  /** Shows the history of the document in front. */
  showHistory(): void;
};

/** Documents that main wants shown, and closing the window. */
export function listenToMain({ bridge, tabs, navigation, notices, isTyping, saveSession, showHistory }: Deps): void {
  const showUnasked = createBackgroundTabs({ tabs, notices, isTyping, isKeyboardInUse });
  bridge.listen("document:show", ({ document: open, by }) => {
    if (by.kind === "user") tabs.show(open);
    else showUnasked(open, by, messages.tabs.agentOpened(by.name, open.name));
  });
  bridge.listen("document:forward", ({ doc, spot }) => {
    tabs.handleRequestedElsewhere(doc);
    if (spot) void navigation.goTo({ doc, location: spot });
  });
  bridge.listen("document:arrived", ({ document: open, view }) => {
    if (view) tabs.receive(open, view);
    else showUnasked(open, null, messages.tabs.movedHere(open.name));
  });
  bridge.listen("document:send-views", ({ requestId }) => {
    const front = tabs.$front.get();
    // A document may have several tabs: the one in front counts.
    const shown = [...(front ? [front] : []), ...tabs.$tabs.get()];
    const texts = new Map(
      shown
        .flatMap(({ doc, editor }) => (editor.kind === "text" ? [[doc, { doc, ...editor.textView() }] as const] : []))
        .reverse(),
    );
    void bridge.request("document:views", {
      requestId,
      views: { front: tabs.$active.get(), texts: [...texts.values()] },
    });
  });
  bridge.listen("app:notice", ({ message, hint }) => notices.error(message, { hint: hint ?? null }));
  listenForExternal({ bridge, notices });
  listenForPutBack({ bridge, notices, navigation, showHistory });
  bridge.listen("app:closing", async ({ why }) => {
    if (why === "window") {
      // Tells main that the window responds, because the questions can take a while.
      await bridge.request("app:ready-to-close", "asking");
      const mayGo = await tabs.closeAllSafely().catch(() => false);
      await bridge.request("app:ready-to-close", mayGo ? "ready" : "stays");
      return;
    }
    await tabs.flush();
    await saveSession().catch(() => {});
    await bridge.request("app:ready-to-close", "ready");
  });
}

/** Asks whether to review what Git, or a program that writes very many files, has changed. */
function listenForExternal({ bridge, notices }: Pick<Deps, "bridge" | "notices">): void {
  type Question = { folder: string; by: string; count: number };
  const shown = new Map<string, { id: number; question: Question }>();
  const wordsOf = ({ folder, by, count }: Question) => {
    const t = messages.external;
    const answer = (given: "review" | "accept") => async () => {
      const done = await bridge.request("external:answer", { folder, by, answer: given });
      if (!done.ok) notices.error(done.error.message, { hint: done.error.hint ?? null });
    };
    return {
      sentence: t.changed(shownAuthor(by), count),
      hint: by === GIT.name ? t.onceHint : null,
      action: { label: t.review, run: () => void answer("review")() },
      secondAction: { label: t.accept, run: () => void answer("accept")() },
    };
  };
  bridge.listen("external:question", (question) => {
    const key = `${question.by}\n${question.folder}`;
    const before = shown.get(key);
    if (before !== undefined) notices.dismiss(before.id);
    shown.delete(key);
    if (question.count === 0) return;
    const { sentence, ...rest } = wordsOf(question);
    shown.set(key, { id: notices.info(sentence, { ...rest, stay: null }), question });
  });
  // It waits until it is answered, longer than a language may.
  $language.listen(() => {
    for (const { id, question } of shown.values()) notices.reword(id, wordsOf(question));
  });
}

/** Says that a program changed a protected passage, and leads to it and to what the program wrote. The last notice about a document replaces those before. */
function listenForPutBack({
  bridge,
  notices,
  navigation,
  showHistory,
}: Pick<Deps, "bridge" | "notices" | "navigation" | "showHistory">): void {
  const shown = new Map<string, { id: number; event: PutBackEvent }>();
  const wordsOf = ({ path, name, by, outcome, at }: PutBackEvent) => {
    const t = messages.putBack;
    const show = () => navigation.goTo({ path, location: at });
    const history = async () => {
      if (await show()) showHistory();
    };
    return {
      sentence: t.sentence[outcome](shownAuthor(by), escapeInvisibles(name)),
      hint: t.hint[outcome],
      action: { label: t.show, run: () => void show() },
      secondAction: { label: t.history, run: () => void history() },
    };
  };
  bridge.listen("external:put-back", (event) => {
    const before = shown.get(event.path);
    if (before !== undefined) notices.dismiss(before.id);
    const { sentence, ...rest } = wordsOf(event);
    shown.delete(event.path);
    shown.set(event.path, { id: notices.info(sentence, { ...rest, stay: null }), event });
    for (const oldest of shown.keys()) {
      if (shown.size <= MAX_PUT_BACK) break;
      shown.delete(oldest);
    }
  });
  $language.listen(() => {
    for (const { id, event } of shown.values()) notices.reword(id, wordsOf(event));
  });
}

/** How many documents are remembered with their notices. */
const MAX_PUT_BACK = 50;

/** Conversations that main wants shown, and approvals that wait. */
export function listenToAssistant(
  { bridge, panel, notices }: { bridge: Bridge; panel: PanelLayout; notices: Notices },
  start: Pick<StartState, "pendingApprovals">,
): void {
  panel.$pending.set(start.pendingApprovals);
  bridge.listen("assistant:show", panel.showConversation);
  bridge.listen("assistant:pending", (pending) => {
    const isMore = pending.length > panel.$pending.get().length;
    panel.$pending.set(pending);
    // Where the panel is open, its card says so itself.
    if (isMore && !panel.$panel.get().open) notices.announce(messages.status.pending(pending.length));
  });
}
