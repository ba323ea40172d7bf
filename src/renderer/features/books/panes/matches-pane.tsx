import { useStore } from "@nanostores/react";
import { useMemo } from "react";
import { wordPieces } from "../../../../core/diff/word-pieces";
import type { MemoryMatch } from "../../../../shared/book";
import { Button, LinkButton } from "../../../ui/kit/button";
import { EmptyState } from "../../../ui/kit/empty-state";
import { Actions } from "../../../ui/kit/toolbar";
import { shortcut } from "../../../ui/shortcuts";
import { useWindow } from "../../../ui/window-context";
import { useNotices } from "../../../workbench/api/parts";
import { languageTag } from "../book-languages";
import { bookMessages } from "../messages";
import { chaptersOf } from "../model/chapters";
import { takeMatch } from "../model/take-match";
import { useBook } from "../model/use-book";
import { MemoryList } from "./memory-list";

/** Earlier translations of sources like that of the paragraph with the cursor, each with what differs in the source. */
export function MatchesPane() {
  const { model } = useBook();
  const found = useStore(model.matches.$found);
  const active = useStore(model.$active);
  const t = bookMessages.matches;
  if (found === null || active === null)
    return (
      <div className="book-pane stack spaced inset">
        <EmptyState>{t.start}</EmptyState>
        <MemoryList />
      </div>
    );
  const row = model.rowAt(active);
  const isOld = found.paragraph !== active.id;
  return (
    <div className="book-pane stack spaced inset" aria-busy={isOld}>
      {found.matches.length === 0 ? (
        <EmptyState>{t.none}</EmptyState>
      ) : (
        <ol className="book-matches lines" aria-label={t.label} data-old={isOld}>
          {found.matches.map((match, at) => (
            <Match
              key={`${match.sentence} ${match.origin?.name} ${match.source} ${match.target}`}
              match={match}
              at={at}
              here={row?.text ?? ""}
            />
          ))}
        </ol>
      )}
      <MemoryList />
    </div>
  );
}

function Match({ match, at, here }: { match: MemoryMatch; at: number; here: string }) {
  const { model } = useBook();
  const notices = useNotices();
  const { platform } = useStore(useWindow().$keyboard);
  const shown = useStore(model.$shown);
  const t = bookMessages.matches;
  const { percent, source, target, sentence, isAccepted, numbers, place, origin } = match;
  const title = place && (chaptersOf(shown).find(({ id }) => id === place.chapter)?.title ?? place.chapter);
  const differing = numbers.onlyHere.length + numbers.onlyThere.length > 0;
  return (
    <li className="stack ends">
      <p className="actions soft small">
        <strong>{t.percent(percent)}</strong>
        {origin === null && isAccepted ? <span className="good">{t.accepted}</span> : null}
        {sentence === null ? null : <span>{t.sentence}</span>}
        <span className="to-end faint">{shortcut(`Mod+Alt+${at + 1}`, platform)}</span>
      </p>
      {percent === 100 && sentence === null ? null : (
        <div className="book-match-source" dir="auto">
          <SourceDiff before={source} after={sentence ?? here.replace(/\s+/g, " ").trim()} />
        </div>
      )}
      <p className="book-text" lang={languageTag(shown.language) ?? undefined} dir="auto">
        {target}
      </p>
      {differing ? (
        <p className="warn small">{t.numbers(numbers.onlyHere.join(", "), numbers.onlyThere.join(", "))}</p>
      ) : null}
      <Actions>
        <Button
          size="small"
          aria-label={t.useNamed(at + 1, percent)}
          // The cursor stays in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => void takeMatch({ model, notices }, at)}
        >
          {t.use}
        </Button>
        {place === null || title === null ? null : (
          <LinkButton title={t.goTo(title, place.index)} onClick={() => void model.goTo(place)}>
            {t.place(title, place.index)}
          </LinkButton>
        )}
        {origin === null ? null : (
          <span className="soft small breaks" title={t.origin[origin.kind](origin.name)}>
            {origin.name}
          </span>
        )}
      </Actions>
    </li>
  );
}

/** The source of a match with what this paragraph has instead, in whole words. */
function SourceDiff({ before, after }: { before: string; after: string }) {
  const pieces = useMemo(() => wordPieces(before, after).map((piece, at) => ({ ...piece, at })), [before, after]);
  return (
    <p className="book-text changes">
      {pieces.map(({ kind, text, at }) =>
        kind === "removed" ? (
          <del key={at}>{text}</del>
        ) : kind === "added" ? (
          <ins key={at}>{text}</ins>
        ) : (
          <span key={at}>{text}</span>
        ),
      )}
    </p>
  );
}
