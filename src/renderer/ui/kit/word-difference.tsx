import { useMemo } from "react";
import { wordPieces } from "../../../core/diff/word-pieces";
import { messages } from "../messages";

/** What differs between two short texts, by words; inside an element of the class `changes`. */
export function WordDifference({ before, after }: { before: string; after: string }) {
  const pieces = useMemo(() => wordPieces(before, after), [before, after]);
  return pieces.map(({ kind, text }, index) => {
    if (kind === "same") return <span key={index}>{text}</span>;
    const Word = kind === "added" ? "ins" : "del";
    return (
      <Word key={index}>
        <span className="visually-hidden">{messages.history[kind]} </span>
        {text}
      </Word>
    );
  });
}
