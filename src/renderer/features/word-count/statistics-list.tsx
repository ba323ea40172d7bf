import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import { TextField } from "../../ui/kit/field";
import { messages } from "../../ui/messages";
import { useGoals } from "../../workbench/api/parts";
import type { TabEditor } from "../../workbench/api/tabs";
import { type Statistics, statisticsOf } from "./statistics";

/** The longest text that is counted, in characters. */
const MAX_COUNTED_LENGTH = 20_000_000;

/** The statistics of the document or its selection, and its goal. */
export default function StatisticsList({ editor }: { editor: TabEditor }) {
  const goals = useGoals();
  const counts = useStore(editor.$counts);
  const { path } = useStore(editor.$info);
  useStore(goals.$goals);
  const [found, setFound] = useState<Statistics | null>(null);
  const t = messages.status.statistics;
  useEffect(() => {
    const count = () => {
      const { from, to } = editor.selectedRange();
      const text = editor.content();
      if (text.length <= MAX_COUNTED_LENGTH)
        setFound(statisticsOf(from < to ? text.sliceString(from, to) : text.sliceString(0)));
    };
    // After the popover has been painted.
    const timer = setTimeout(count, 0);
    return () => clearTimeout(timer);
  }, [editor, counts]);
  const rows: [string, string][] = found
    ? [
        [t.words, t.number(found.words)],
        [t.characters, t.number(found.characters)],
        [t.withoutSpaces, t.number(found.withoutBlanks)],
        [t.paragraphs, t.number(found.paragraphs)],
        [t.reading, t.minutes(found.minutes)],
      ]
    : [];
  const goal = goals.of(path);
  return (
    <>
      <h2>{counts.selected > 0 ? t.ofSelection : t.heading}</h2>
      <dl className="facts">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {path === null ? null : (
        <label className="goal">
          <span>{t.goal}</span>
          <TextField
            type="number"
            min={0}
            step={50}
            value={goal ?? ""}
            placeholder={t.noGoal}
            onChange={(event) => goals.set(path, event.target.value === "" ? null : Number(event.target.value))}
          />
        </label>
      )}
    </>
  );
}
