import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import { words } from "../../ui/messages";
import { useShell } from "../../ui/shell-context";
import type { Copy } from "../../workbench/tabs/tabs";
import { type Statistics, statisticsOf } from "./statistics";

/** The longest text that is counted, in characters. */
const LONGEST = 20_000_000;

/** The statistics of the document or its selection, and its goal. */
export default function StatisticsList({ copy }: { copy: Copy }) {
  const { goals } = useShell();
  const counts = useStore(copy.$counts);
  const { path } = useStore(copy.$about);
  useStore(goals.$goals);
  const [found, setFound] = useState<Statistics | null>(null);
  const say = words.status.statistics;
  useEffect(() => {
    const count = () => {
      const { from, to } = copy.selectedSpan();
      const text = copy.content();
      if (text.length <= LONGEST) setFound(statisticsOf(from < to ? text.sliceString(from, to) : text.sliceString(0)));
    };
    // After the popover has been painted.
    const timer = setTimeout(count, 0);
    return () => clearTimeout(timer);
  }, [copy, counts]);
  const rows: [string, string][] = found
    ? [
        [say.words, say.number(found.words)],
        [say.characters, say.number(found.characters)],
        [say.withoutBlanks, say.number(found.withoutBlanks)],
        [say.paragraphs, say.number(found.paragraphs)],
        [say.reading, say.minutes(found.minutes)],
      ]
    : [];
  const goal = goals.of(path);
  return (
    <>
      <h2>{counts.selected > 0 ? say.ofSelection : say.heading}</h2>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {path === null ? null : (
        <label className="goal">
          <span>{say.goal}</span>
          <input
            type="number"
            min={0}
            step={50}
            value={goal ?? ""}
            placeholder={say.noGoal}
            onChange={(event) => goals.set(path, event.target.value === "" ? null : Number(event.target.value))}
          />
        </label>
      )}
    </>
  );
}
