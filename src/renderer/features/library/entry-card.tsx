import { useMemo } from "react";
import { type DeclaredKind, isKnownKind, type LibraryEntryView } from "../../../shared/library";
import { isLocked } from "../../editor/locked";
import { AnswerView } from "../../rendering/page/answer-view";
import { followAnswerLink } from "../../rendering/page/follow-answer-link";
import { Button } from "../../ui/kit/button";
import { Actions } from "../../ui/kit/toolbar";
import type { Shell } from "../../workbench/api/shell";
import { useShell } from "../../workbench/api/shell-context";
import { FavouriteButton, OwnActions } from "./entry-actions";
import { cardFields } from "./format-fields";
import type { LibraryModel } from "./library-model";
import { libraryMessages } from "./messages";

/** Rows above a creature's abilities: armour class, hit points, speed. */
const ROWS_ABOVE_ABILITIES = 3;

type Props = {
  model: LibraryModel;
  entry: LibraryEntryView;
  declaration: DeclaredKind | undefined;
  title: string | null;
};

/** An entry as a stat block, with its actions. */
export function EntryCard({ model, entry, declaration, title }: Props) {
  const shell = useShell();
  const { line, abilities, rows } = useMemo(() => cardFields(entry, declaration), [entry, declaration]);
  const t = libraryMessages;
  const insert = async () => {
    const markdown = await model.markdown(entry);
    if (markdown !== null) insertMarkdown(shell, entry.name, markdown);
  };
  const copy = async () => {
    const markdown = await model.markdown(entry);
    if (markdown === null) return;
    await shell.bridge.request("app:copy", markdown);
    shell.notices.announce(t.copied);
  };
  const open = async () => {
    const opened = await model.open(entry.document, entry);
    if (opened) shell.tabs.show(opened);
  };
  const ask = async () => {
    const { document, kind, key, name } = entry;
    (await shell.assistant()).addChip({ kind: "entry", entry: { document, kind, key, name } });
  };
  return (
    <div className="library-card breaks" data-kind={isKnownKind(entry.kind) ? entry.kind : "declared"}>
      <Actions className="library-acts ui-font below small">
        <Button size="small" title={t.insertHint} onClick={insert}>
          {t.insert}
        </Button>
        <Button size="small" onClick={copy}>
          {t.copy}
        </Button>
        {entry.file === null ? (
          <Button size="small" title={t.openHint} onClick={open}>
            {t.open}
          </Button>
        ) : null}
        <Button size="small" title={t.askHint} onClick={ask}>
          {t.ask}
        </Button>
        <OwnActions model={model} entry={entry} file={entry.file} />
        <FavouriteButton model={model} entry={entry} />
      </Actions>
      {line === "" ? null : <p className="italic soft">{line}</p>}
      <Rows rows={abilities === null ? rows : rows.slice(0, ROWS_ABOVE_ABILITIES)} />
      {abilities === null ? null : (
        <dl className="library-abilities">
          {abilities.map(({ name, score, modifier }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {score} <span className="soft">({modifier})</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {abilities === null ? null : <Rows rows={rows.slice(ROWS_ABOVE_ABILITIES)} />}
      {entry.text === "" ? null : (
        <AnswerView text={entry.text} follow={(address) => void followAnswerLink(shell, null, address)} />
      )}
      <p className="above ui-font faint small">{title ?? entry.document}</p>
    </div>
  );
}

function Rows({ rows }: { rows: { label: string; value: string }[] }) {
  if (rows.length === 0) return null;
  return (
    <dl className="library-rows above-small below-small">
      {rows.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Inserts Markdown at the cursor of the document in front, as separate blocks and one undo step. */
function insertMarkdown({ tabs, notices }: Pick<Shell, "tabs" | "notices">, name: string, markdown: string): void {
  const tab = tabs.$front.get();
  if (!tab) {
    notices.info(libraryMessages.noPage);
    return;
  }
  const { editor } = tab;
  const about = editor.$info.get();
  if (isLocked(about) || editor.$status.get().status === "opening") {
    notices.info(libraryMessages.noWriting);
    return;
  }
  const { from, to } = editor.selectedRange();
  const doc = editor.content();
  const line = doc.lineAt(to);
  // After the line of the cursor unless that line is empty, so that no line is split.
  const at = line.length === 0 ? line.from : line.to;
  const start = from === to ? at : from;
  const before = doc.sliceString(Math.max(0, start - 2), start);
  const end = from === to ? at : to;
  const after = doc.sliceString(end, end + 2);
  const lead = start === 0 || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  const tail = end === doc.length || after.startsWith("\n\n") ? "" : after.startsWith("\n") ? "\n" : "\n\n";
  const text = markdown.trimEnd();
  const insert = `${lead}${text}${tail === "" && end === doc.length ? "\n" : tail}`;
  editor.edit({
    changes: { from: start, to: end, insert },
    selection: { anchor: start + lead.length + text.length },
    userEvent: "input.paste",
    scrollIntoView: true,
  });
  notices.announce(libraryMessages.inserted(name));
}
