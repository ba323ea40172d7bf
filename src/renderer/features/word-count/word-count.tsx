import { useStore } from "@nanostores/react";
import { lazy, Suspense, useEffect, useId, useRef, useState } from "react";
import { StatusButton } from "../../ui/kit/button";
import { Popover } from "../../ui/kit/popover";
import { messages } from "../../ui/messages";
import { useGoals, useNotices, usePreviews } from "../../workbench/api/parts";
import type { Tab } from "../../workbench/api/tabs";
import "./word-count.css";

const StatisticsList = lazy(() => import("./statistics-list"));

/** The word count and the progress towards the goal; opens the statistics. */
export function WordFigure({ tab: { key, editor } }: { tab: Tab }) {
  const previews = usePreviews();
  const goals = useGoals();
  const notices = useNotices();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const read = useStore(previews.$selected).get(key) ?? 0;
  const counts = useStore(editor.$counts);
  const { path } = useStore(editor.$info);
  useStore(goals.$goals);
  const goal = goals.of(path);
  const t = messages.status;
  const isReached = goal !== null && counts.words !== null && counts.words >= goal;
  const isKnown = counts.words !== null;
  const was = useRef(isReached || !isKnown);
  useEffect(() => {
    // Announced once when writing reaches the goal, not when such a document is opened.
    if (!isKnown) return;
    if (isReached && !was.current && goal !== null) notices.announce(t.goalReached(goal));
    was.current = isReached;
  }, [isReached, isKnown, goal, notices, t]);
  const selected = read || counts.selected;
  const shown =
    selected > 0 ? t.selected(selected) : goal === null ? t.words(counts.words) : t.ofGoal(counts.words, goal);
  return (
    <>
      <StatusButton
        className="status-words anchor digits"
        popoverTarget={id}
        title={t.characters(counts.characters)}
        data-reached={isReached}
      >
        {shown}
        {goal === null ? null : (
          <span className="goal-bar" aria-hidden="true">
            <span style={{ inlineSize: `${Math.min(100, ((counts.words ?? 0) / goal) * 100)}%` }} />
          </span>
        )}
      </StatusButton>
      <Popover
        id={id}
        className="statistics"
        aria-label={t.statistics.heading}
        onToggle={(event) => setOpen(event.newState === "open")}
      >
        {isOpen ? (
          <Suspense fallback={null}>
            <StatisticsList editor={editor} />
          </Suspense>
        ) : null}
      </Popover>
    </>
  );
}
