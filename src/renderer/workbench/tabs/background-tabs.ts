import type { DocumentId, DocumentSnapshot, Writer } from "../../../shared/contract";
import { messages } from "../../ui/messages";
import type { Notices } from "../../ui/notices";
import type { Tabs } from "../api/tabs";

/** How long a notice offers to show the document, in milliseconds. */
const OFFER_DURATION = 15_000;

type Deps = {
  tabs: Tabs;
  notices: Notices;
  /** Whether the user has just pressed a key or is composing. */
  isTyping(): boolean;
  /** Whether a document, field, list or dialog has the focus. */
  isKeyboardInUse(): boolean;
};

/**
 * Shows documents that the user did not ask for: opened by an agent, or moved from a window that could not keep them.
 * The focus never moves.
 *
 * Such a tab opens in the background, with a notice that offers to show it. It comes to the front only if no key was
 * pressed for five seconds and nothing has the focus: the focus of an editor would be lost with its tab, and the side
 * bar, history and assistant act on the document in front, so their next key would act on one that the user did not
 * choose.
 */
export function createBackgroundTabs({ tabs, notices, isTyping, isKeyboardInUse }: Deps) {
  /** Only the last document has a notice: an agent may open many, and each tab is marked. */
  let offer: { doc: DocumentId; notice: number } | null = null;
  const withdraw = () => {
    if (offer) notices.dismiss(offer.notice);
    offer = null;
  };
  tabs.$arrangement.listen(() => {
    if (offer && (!tabs.find(offer.doc) || tabs.isInFront(offer.doc))) withdraw();
  });

  return (open: DocumentSnapshot, by: Writer | null, sentence: string): void => {
    if (tabs.isInFront(open.doc)) return;
    const tab = tabs.addBehind(open, by);
    // If there was no other tab, the new one is already in front.
    if (tabs.isInFront(open.doc)) return void notices.info(sentence);
    if (!isTyping() && !isKeyboardInUse()) {
      tabs.bring(tab, "stays");
      notices.info(sentence);
      return;
    }
    withdraw();
    const action = { label: messages.tabs.show, run: () => tabs.activate(open.doc) };
    offer = { doc: open.doc, notice: notices.info(sentence, { action, stay: OFFER_DURATION }) };
  };
}

/** Whether any element of the window has the focus. */
export function isKeyboardInUse(): boolean {
  if (typeof document === "undefined") return false;
  const { activeElement, body } = document;
  return (activeElement !== null && activeElement !== body) || document.querySelector("dialog[open]") !== null;
}
