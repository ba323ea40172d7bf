import { useStore } from "@nanostores/react";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { GlossaryEdit, GlossaryEntry } from "../../../../shared/book";
import { CloseIcon, PlusIcon } from "../../../ui/icons";
import { IconButton } from "../../../ui/kit/button";
import { BareField, TextField } from "../../../ui/kit/field";
import { useBridge, useNotices } from "../../../workbench/api/parts";
import { bookMessages } from "../messages";
import { useBook } from "../model/use-book";
import { InconsistencyList } from "./inconsistency-list";

/** The maximum number of terms shown; filtering narrows them down. */
const MAX_TERMS = 300;

const none: GlossaryEntry = { term: "", translation: "", note: "" };
const PARTS = ["term", "translation", "note"] as const;

/** The glossary as an editable table, and the translations that differ from it. */
export function GlossaryPane() {
  const { model } = useBook();
  const notices = useNotices();
  const { glossary } = useStore(model.$shown);
  const { edit } = useGlossary();
  const [query, setQuery] = useState("");
  const t = bookMessages.glossary;
  const sought = query.trim().toLowerCase();
  const listed = glossary.entries
    .map((entry, at) => ({ entry, at }))
    .filter(({ entry }) => sought === "" || PARTS.some((part) => entry[part].toLowerCase().includes(sought)))
    .slice(0, MAX_TERMS);

  const remove = async (at: number, entry: GlossaryEntry) => {
    if (!(await edit([{ edit: "remove", at }]))) return;
    notices.info(t.removed(entry.term), {
      action: { label: t.undo, run: () => void edit([{ edit: "add", entry }]) },
    });
  };

  return (
    <div className="book-pane stack spaced inset">
      {glossary.entries.length > 8 ? (
        <TextField
          type="search"
          value={query}
          aria-label={t.filter}
          placeholder={`${t.filter} (${t.count(glossary.entries.length)})`}
          onChange={({ target }) => setQuery(target.value)}
        />
      ) : null}
      {glossary.entries.length === 0 ? <p className="soft small">{t.empty}</p> : null}
      <table className="book-glossary full small" aria-label={t.label}>
        <thead className="soft">
          <tr>
            <th scope="col">{t.term}</th>
            <th scope="col">{t.translation}</th>
            <th scope="col">{t.note}</th>
            <td />
          </tr>
        </thead>
        <tbody className="lines">
          {listed.map(({ entry, at }) => (
            <Term
              key={`${at} ${entry.term}`}
              entry={entry}
              change={(changed) => edit([{ edit: "set", at, entry: changed }])}
              remove={() => void remove(at, entry)}
            />
          ))}
          <NewTerm add={(entry) => edit([{ edit: "add", entry }])} />
        </tbody>
      </table>
      <p className="soft small">{t.marks}</p>
      <InconsistencyList />
    </div>
  );
}

type TermProps = { entry: GlossaryEntry; change(entry: GlossaryEntry): Promise<boolean>; remove(): void };

function Term({ entry, change, remove }: TermProps) {
  const notices = useNotices();
  const [typed, setTyped] = useState(entry);
  const { term, translation, note } = entry;
  const t = bookMessages.glossary;
  // Another writer has changed the glossary.
  useEffect(() => setTyped({ term, translation, note }), [term, translation, note]);

  const keep = async () => {
    if (PARTS.every((part) => typed[part].trim() === entry[part])) return;
    if (typed.term.trim() === "" || typed.translation.trim() === "") {
      notices.info(t.incomplete);
      setTyped(entry);
      return;
    }
    if (!(await change(trimmed(typed)))) setTyped(entry);
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") void keep();
    else if (event.key === "Escape") setTyped(entry);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <tr>
      {PARTS.map((part) => (
        <td key={part}>
          <BareField
            type="text"
            value={typed[part]}
            aria-label={`${t[part]}: ${entry.term}`}
            title={typed[part]}
            maxLength={500}
            onChange={({ target }) => setTyped({ ...typed, [part]: target.value })}
            onBlur={() => void keep()}
            onKeyDown={handleKeyDown}
          />
        </td>
      ))}
      <td>
        <IconButton label={t.remove(term)} onClick={remove}>
          <CloseIcon />
        </IconButton>
      </td>
    </tr>
  );
}

function NewTerm({ add }: { add(entry: GlossaryEntry): Promise<boolean> }) {
  const notices = useNotices();
  const [typed, setTyped] = useState(none);
  const first = useRef<HTMLInputElement>(null);
  const t = bookMessages.glossary;
  const keep = async (event?: FormEvent) => {
    event?.preventDefault();
    if (typed.term.trim() === "" || typed.translation.trim() === "") {
      notices.info(t.incomplete);
      return;
    }
    if (await add(trimmed(typed))) {
      setTyped(none);
      first.current?.focus();
    }
  };
  return (
    <tr className="book-new-term">
      {PARTS.map((part) => (
        <td key={part}>
          <BareField
            ref={part === "term" ? first : null}
            type="text"
            value={typed[part]}
            aria-label={`${t.add}: ${t[part]}`}
            placeholder={t[part]}
            maxLength={500}
            onChange={({ target }) => setTyped({ ...typed, [part]: target.value })}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
              event.preventDefault();
              void keep();
            }}
          />
        </td>
      ))}
      <td>
        <IconButton
          label={t.add}
          disabled={typed.term.trim() === "" || typed.translation.trim() === ""}
          onClick={() => void keep()}
        >
          <PlusIcon />
        </IconButton>
      </td>
    </tr>
  );
}

const trimmed = ({ term, translation, note }: GlossaryEntry): GlossaryEntry => ({
  term: term.trim(),
  translation: translation.trim(),
  note: note.trim(),
});

/** Edits the glossary of the book; resolves to false if the edit was rejected, and then shows the current glossary. */
function useGlossary(): { edit(edits: GlossaryEdit[]): Promise<boolean> } {
  const bridge = useBridge();
  const notices = useNotices();
  const { model } = useBook();
  return {
    async edit(edits) {
      const { version } = model.$shown.get().glossary;
      const answer = await bridge.request("book:edit-glossary", { book: model.book, version, edits });
      if (answer.ok) {
        model.adopt({ ...model.$shown.get(), glossary: answer.glossary });
        return true;
      }
      if (answer.error.code === "stale") notices.error(bookMessages.glossary.stale);
      else model.isOk(answer);
      await model.again();
      return false;
    },
  };
}
