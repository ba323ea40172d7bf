import { useMemo } from "react";
import type { ShownEntry } from "../../shared/library";
import { AnswerView } from "../panel/answer-view";
import { useShell } from "../ui/shell-context";
import { insertMarkdown } from "./insert-entry";
import type { LibraryModel } from "./library-model";
import { libraryWords } from "./words";
import { cardFields } from "./words-of-fields";

type Props = { model: LibraryModel; entry: ShownEntry; title: string | null; words: readonly string[] };

/** An entry as a stat block, with what can be done with it. */
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
  return (
    <div className="library-card" data-kind={entry.kind}>
      {line === "" ? null : <p className="library-what">{line}</p>}
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
      {rows.length === 0 ? null : (
        <dl className="library-rows">
          {rows.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
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
      </p>
    </div>
  );
}
