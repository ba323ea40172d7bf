import { useStore } from "@nanostores/react";
import { atom } from "nanostores";
import { useEffect, useId, useState } from "react";
import type { UnlinkedMention } from "../../../shared/note-index";
import { within } from "../../ui/file-paths";
import { QuietButton, Twist } from "../../ui/kit/button";
import { ListButton } from "../../ui/kit/list";
import { messages } from "../../ui/messages";
import { useBridge, useLayout, useNavigation, useNotices, useWorkspace } from "../../workbench/api/parts";
import type { Tab } from "../../workbench/api/tabs";
import { linkMessages } from "./messages";

/** Whether the section is expanded, for all documents. While it is collapsed no mentions are searched. */
const $isOpen = atom(false);

type MentionState =
  | { status: "looking" }
  | { status: "found"; mentions: UnlinkedMention[]; isAll: boolean }
  | { status: "failed"; why: string };

/** Where notes of the folder name this document without a link; a click goes there, and *Link* or the key L makes it a link. */
export function UnlinkedMentions({ tab }: { tab: Tab }) {
  const bridge = useBridge();
  const root = useStore(useWorkspace().$root);
  const { path } = useStore(tab.editor.$info);
  const isOpen = useStore($isOpen);
  const [found, setFound] = useState<MentionState>({ status: "looking" });
  const [turn, setTurn] = useState(0);
  const id = useId();
  const t = linkMessages.mentions;

  useEffect(() => setFound({ status: "looking" }), [tab.doc, path, root]);
  useEffect(() => {
    if (!isOpen || root === null || path === null) return;
    let isOver = false;
    void bridge.request("index:mentions", tab.doc).then((answer) => {
      if (isOver) return;
      if (answer.ok) setFound({ status: "found", mentions: answer.mentions, isAll: answer.isAll });
      else setFound({ status: "failed", why: answer.error.message });
    });
    const stop = bridge.listen("index:changed", () => setTurn((before) => before + 1));
    return () => {
      isOver = true;
      stop();
    };
  }, [bridge, tab.doc, path, root, isOpen, turn]);

  if (root === null || path === null) return null;
  return (
    <section className="back-links-part" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>
        <Twist className="back-toggle" isOpen={isOpen} onClick={() => $isOpen.set(!isOpen)}>
          {isOpen && found.status === "found" ? t.count(found.mentions.length) : t.title}
        </Twist>
      </h3>
      {isOpen ? <Mentions tab={tab} found={found} root={root} linked={() => setTurn((before) => before + 1)} /> : null}
    </section>
  );
}

type MentionsProps = { tab: Tab; found: MentionState; root: string; linked(): void };

function Mentions({ tab, found, root, linked }: MentionsProps) {
  const bridge = useBridge();
  const notices = useNotices();
  const navigation = useNavigation();
  const layout = useLayout();
  const t = linkMessages.mentions;
  if (found.status === "looking") return <p className="back-quiet soft small">{messages.loading}</p>;
  if (found.status === "failed") return <p className="back-quiet soft small">{found.why}</p>;
  if (found.mentions.length === 0) return <p className="back-quiet soft small">{t.none}</p>;

  const link = async (mention: UnlinkedMention) => {
    const answer = await bridge.request("index:link-mention", { doc: tab.doc, mention });
    linked();
    if (!answer.ok) return notices.error(answer.error.message, { hint: answer.error.hint ?? null });
    const undo = async () => {
      const undone = await bridge.request("index:undo-link", answer.undo);
      linked();
      if (!undone.ok) notices.error(undone.error.message, { hint: undone.error.hint ?? null });
    };
    notices.info(t.linked(mention.words, mention.path), {
      action: { label: linkMessages.undo, run: () => void undo() },
    });
  };
  return (
    <ul className="below">
      {found.mentions.map((mention, index) => (
        <li key={`${mention.path} ${mention.from}`} className="mention">
          {mention.path === found.mentions[index - 1]?.path ? null : (
            <span className="back-path as-block clip small" title={mention.path}>
              {mention.path}
            </span>
          )}
          <div className="mention-line in-line">
            <ListButton
              className="back-line clip-lines soft small"
              title={linkMessages.update.line(mention.line)}
              onClick={() => {
                layout.leaveSidebar();
                const path = mention.path.split("/").reduce(within, root);
                void navigation.goTo({ path, location: { line: mention.line } });
              }}
              onKeyDown={(event) => {
                if (event.key.toLowerCase() !== "l" || event.ctrlKey || event.metaKey || event.altKey) return;
                event.preventDefault();
                void link(mention);
              }}
            >
              {mention.text}
            </ListButton>
            <QuietButton
              className="keeps before small"
              aria-label={t.link(mention.words, mention.path, mention.line)}
              title={`${t.link(mention.words, mention.path, mention.line)} (L)`}
              onClick={() => void link(mention)}
            >
              {t.linkIt}
            </QuietButton>
          </div>
        </li>
      ))}
      {found.isAll ? null : <li className="back-quiet soft small">{linkMessages.update.notAll}</li>}
    </ul>
  );
}
