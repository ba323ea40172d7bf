import { useStore } from "@nanostores/react";
import { useMemo } from "react";
import type { BookRow } from "../../../../shared/book";
import { bookMessages } from "../messages";
import { hitsIn, piecesOf } from "../model/search-marker";
import { useBook } from "../model/use-book";

/** Text whose marks for elements, such as `<g1>` and `<x2/>`, are fainter than the words. */
function Words({ text }: { text: string }) {
  if (!/<[/gx]/.test(text)) return text;
  return text.split(/(<\/?g\d+>|<x\d+\/>)/).map((part, at) =>
    at % 2 === 1 ? (
      <span key={at} className="faint small">
        {part}
      </span>
    ) : (
      part
    ),
  );
}

/** The source of a paragraph with search matches and glossary terms highlighted. */
export function MarkedText({ row }: { row: BookRow }) {
  const { model } = useBook();
  const expression = useStore(model.$expression);
  const { in: where } = useStore(model.$search);
  const find = useStore(model.$finder);
  const { glossary } = useStore(model.$shown);
  const { text } = row;
  const spans = useMemo(() => find(text), [find, text]);
  const hits = useMemo(() => (where === "translation" ? [] : hitsIn(text, expression)), [text, expression, where]);
  if (spans.length === 0 && hits.length === 0)
    return (
      <p className="book-text">
        <Words text={text} />
      </p>
    );
  const about = (term: string) => {
    const entry = glossary.entries.find((each) => each.term === term);
    return entry ? bookMessages.term(entry.term, entry.translation, entry.note) : term;
  };
  const spokenTerms = [...new Set(spans.map(({ term }) => about(term)))];
  return (
    <p className="book-text">
      {piecesOf(text, spans).map((piece) => {
        const span = piece.isHit ? spans.find(({ from }) => from === piece.from) : undefined;
        const inner = hits
          .filter(({ from, to }) => from < piece.from + piece.text.length && to > piece.from)
          .map(({ from, to }) => ({
            from: Math.max(0, from - piece.from),
            to: Math.min(piece.text.length, to - piece.from),
          }));
        const marked = piecesOf(piece.text, inner).map((part) =>
          part.isHit ? <mark key={part.from}>{part.text}</mark> : <Words key={part.from} text={part.text} />,
        );
        return span ? (
          <span key={piece.from} className="book-term" title={about(span.term)}>
            {marked}
          </span>
        ) : (
          <span key={piece.from}>{marked}</span>
        );
      })}
      {spokenTerms.length === 0 ? null : (
        <span className="visually-hidden"> {bookMessages.spokenTerms(spokenTerms.join("; "))}</span>
      )}
    </p>
  );
}
