import type { DocumentId, OpenDocument, Writer } from "../../../shared/contract";
import { words } from "../../ui/messages";
import type { Notices } from "../../ui/notices";
import type { Tabs } from "./tabs";

/** How long a notice offers to show such a document, in milliseconds. */
const OFFERED = 15_000;

type Deps = {
  tabs: Pick<Tabs, "$arrangement" | "addBehind" | "bring" | "activate" | "isInFront" | "find">;
  notices: Pick<Notices, "tell" | "dismiss">;
  /** Whether a key was pressed lately, or something is being composed. */
  isTyping(): boolean;
  /** Whether a document, a field, a list or a dialog has the focus. */
  isKeyboardInUse(): boolean;
};

/**
 * Shows documents that the user did not ask for: an agent did, or another window could not keep them. The focus never moves.
 *
 * Such a tab opens behind, with a notice that offers to show it. It comes to the front only where no key was pressed for five
 * seconds and nothing at all has the focus. A focus in the editor would be lost with its tab; and the side bar, the history
 * and the assistant work on whichever document is in front: their next key would act on one that the user has not chosen.
 */
export function createUnaskedTabs({ tabs, notices, isTyping, isKeyboardInUse }: Deps) {
  /** Only the last one is offered: an agent may open many, and each tab is marked. */
  let offer: { doc: DocumentId; notice: number } | null = null;
  const withdraw = () => {
    if (offer) notices.dismiss(offer.notice);
    offer = null;
  };
  tabs.$arrangement.listen(() => {
    if (offer && (!tabs.find(offer.doc) || tabs.isInFront(offer.doc))) withdraw();
  });

  return (open: OpenDocument, by: Writer | null, sentence: string): void => {
    if (tabs.isInFront(open.doc)) return;
    const tab = tabs.addBehind(open, by);
    // Where there was no tab before, it is in front already.
    if (tabs.isInFront(open.doc)) return void notices.tell(sentence);
    if (!isTyping() && !isKeyboardInUse()) {
      tabs.bring(tab, "stays");
      notices.tell(sentence);
      return;
    }
    withdraw();
    const action = { label: words.tabs.show, run: () => tabs.activate(open.doc) };
    offer = { doc: open.doc, notice: notices.tell(sentence, { action, stay: OFFERED }) };
  };
}

/** Whether anything of the page has the focus. */
export function isKeyboardInUse(): boolean {
  if (typeof document === "undefined") return false;
  const { activeElement, body } = document;
  return (activeElement !== null && activeElement !== body) || document.querySelector("dialog[open]") !== null;
}
