import { useStore } from "@nanostores/react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { isEnded, sideBySide } from "../../../../shared/conversation";
import { IconButton, LinkButton } from "../../../ui/kit/button";
import { useNotices } from "../../../workbench/api/parts";
import { useShell } from "../../../workbench/api/shell-context";
import { panelMessages } from "../messages";
import { comparisonOf } from "../model/comparison";
import { usePanel } from "../model/use-panel";
import { DownIcon } from "../panel-icons";
import { TurnView } from "./turn-view";

/** Turns rendered at first, and added by each "show earlier". */
const PAGE_SIZE = 30;

/** Within this distance from the end, in pixels, the view follows new content. */
const NEAR_END_PX = 40;

/** The turns, newest last. The view follows the answer until the user scrolls away. */
export function TurnList() {
  const { $conversation, $stopping } = usePanel();
  const conversation = useStore($conversation);
  const stopping = useStore($stopping);
  const [shown, setShown] = useState(PAGE_SIZE);
  const [isAway, setAway] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const heightBefore = useRef<number | null>(null);
  const t = panelMessages;
  useSpokenState();

  const turns = conversation?.turns ?? [];
  const first = Math.max(0, turns.length - shown);
  const lastId = turns.at(-1)?.id;
  const isBeside = conversation !== null && sideBySide(conversation) !== null;
  const label = isBeside ? t.turnsWith(turns.at(-1)?.model ?? "") : t.turns;

  // Scroll to a question that was just sent.
  useLayoutEffect(() => {
    follows.current = lastId !== undefined;
    setAway(false);
  }, [lastId]);

  // When content grows, stay at the end, or keep the position after earlier turns were added.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !inner.current) return;
    const keepScroll = () => {
      if (heightBefore.current !== null) {
        element.scrollTop += element.scrollHeight - heightBefore.current;
        heightBefore.current = null;
      } else if (follows.current) element.scrollTop = element.scrollHeight;
    };
    const watch = new ResizeObserver(keepScroll);
    watch.observe(inner.current);
    watch.observe(element);
    keepScroll();
    return () => watch.disconnect();
  }, []);

  const scrolled = () => {
    const element = box.current;
    if (!element) return;
    const isNear = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END_PX;
    follows.current = isNear;
    setAway(!isNear);
  };
  const showEarlier = () => {
    heightBefore.current = box.current?.scrollHeight ?? null;
    follows.current = false;
    setShown(shown + PAGE_SIZE);
  };

  return (
    <div className="anchor pane">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by keyboard */}
      <section ref={box} className="turns cover selectable" tabIndex={0} aria-label={label} onScroll={scrolled}>
        <div ref={inner} className="turns-inner">
          {conversation?.comparison && !isBeside ? <Compared id={conversation.id} /> : null}
          {conversation?.branchOf === undefined ? null : <BranchOf id={conversation.branchOf} />}
          {first > 0 ? (
            <LinkButton className="turns-earlier" onClick={showEarlier}>
              {t.earlier(first)}
            </LinkButton>
          ) : null}
          <div role="feed" aria-label={label}>
            {turns.slice(first).map((turn, at) => (
              <TurnView
                key={turn.id}
                turn={turn}
                index={first + at + 1}
                isLast={turn.id === lastId}
                isStopping={turn.id === stopping}
                folder={conversation?.folder ?? null}
              />
            ))}
          </div>
        </div>
      </section>
      {isAway ? (
        <IconButton
          className="turns-end"
          label={t.toEnd}
          onClick={() => {
            follows.current = true;
            if (box.current) box.current.scrollTop = box.current.scrollHeight;
          }}
        >
          <DownIcon />
        </IconButton>
      ) : null}
    </div>
  );
}

/** Leads back to the other answers to the first question. */
function Compared({ id }: { id: string }) {
  const { showAll } = comparisonOf(useShell());
  const t = panelMessages.comparison;
  return (
    <p className="soft small">
      {t.alone} <LinkButton onClick={() => void showAll(id)}>{t.showAll}</LinkButton>
    </p>
  );
}

/** Leads to the conversation that this one is a branch of. */
function BranchOf({ id }: { id: string }) {
  const { show } = usePanel();
  return (
    <p className="soft small">
      {panelMessages.branch.of} <LinkButton onClick={() => void show(id)}>{panelMessages.branch.showOther}</LinkButton>
    </p>
  );
}

/** Announces when a turn is done or stopped, never the streaming text. Side by side, the comparison does that. */
function useSpokenState() {
  const { $conversation } = usePanel();
  const notices = useNotices();
  useEffect(() => {
    let before: { id: string; hasEnded: boolean } | null = null;
    return $conversation.subscribe((conversation) => {
      const last = conversation?.turns.at(-1);
      if (!last) {
        before = null;
        return;
      }
      const hasEnded = isEnded(last.state);
      const isBeside = conversation !== null && sideBySide(conversation) !== null;
      if (hasEnded && !isBeside && before?.id === last.id && !before.hasEnded) {
        const { status } = last.state;
        if (status === "done") notices.announce(panelMessages.turn.done);
        else if (status === "stopped") notices.announce(panelMessages.turn.stopped);
      }
      before = { id: last.id, hasEnded };
    });
  }, [$conversation, notices]);
}
