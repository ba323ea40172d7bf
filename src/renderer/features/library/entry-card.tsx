import { useMemo } from "react";
import type { ShownEntry } from "../../../shared/library";
import { useShell } from "../../ui/shell-context";
import { AnswerView } from "../assistant/answer-view";
import { panelModel } from "../assistant/panel-model";
import { insertMarkdown } from "./insert-entry";
import type { LibraryModel } from "./library-model";
import { libraryWords } from "./messages";
import { cardFields } from "./words-of-fields";

/** Rows above a creature's abilities: armour class, hit points, speed. */
const FIRST = 3;

type Props = { model: LibraryModel; entry: ShownEntry; title: string | null };

/** An entry as a stat block, with its actions. */
export function EntryCard({ model, entry, title }: Props) {
  const shell = useShell();
  const { line, abilities, rows } = useMemo(() => cardFields(entry), [entry]);
  const say = libraryWords;
  const insert = async () => {
    const markdown = await model.markdown(entry);
    if (markdown !== null) insertMarkdown(shell, entry.name, markdown);
  };
  const copy = async () => {
    const markdown = await model.markdown(entry);
    if (markdown === null) return;
    await shell.bridge.request("app:copy", markdown);
    shell.notices.announce(say.copied);
  };
  const open = async () => {
    const opened = await model.open(entry.document, entry);
    if (opened) shell.tabs.show(opened);
  };
  const ask = () => {
    const { document, kind, key, name } = entry;
    panelModel(shell).give({ kind: "entry", entry: { document, kind, key, name } });
  };
  return (
    <div className="library-card" data-kind={entry.kind}>
      {line === "" ? null : <p className="library-what">{line}</p>}
      <Rows rows={abilities === null ? rows : rows.slice(0, FIRST)} />
      {abilities === null ? null : (
        <dl className="library-abilities">
          {abilities.map(({ name, score, modifier }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {score} <span>({modifier})</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {abilities === null ? null : <Rows rows={rows.slice(FIRST)} />}
      {entry.text === "" ? null : <AnswerView text={entry.text} folder={null} />}
      <p className="library-source">{title ?? entry.document}</p>
      <p className="library-acts">
        <button type="button" className="button" title={say.insertHint} onClick={insert}>
          {say.insert}
        </button>
        <button type="button" className="button" onClick={copy}>
          {say.copy}
        </button>
        <button type="button" className="button" title={say.openHint} onClick={open}>
          {say.open}
        </button>
        <button type="button" className="button" title={say.askHint} onClick={ask}>
          {say.ask}
        </button>
      </p>
    </div>
  );
}

function Rows({ rows }: { rows: { label: string; value: string }[] }) {
  if (rows.length === 0) return null;
  return (
    <dl className="library-rows">
      {rows.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
