import { useMemo } from "react";
import { difference } from "../../../../core/diff/difference";

/** A text with its changes against another one: removed text struck through, added text underlined. */
export function TextDiff({ before, after }: { before: string; after: string }) {
  const pieces = useMemo(() => {
    const found: { kind: "same" | "gone" | "new"; text: string; at: number }[] = [];
    let done = 0;
    const add = (kind: "same" | "gone" | "new", text: string) => {
      if (text !== "") found.push({ kind, text, at: found.length });
    };
    for (const { from, to, insert } of difference(before, after)) {
      add("same", before.slice(done, from));
      add("gone", before.slice(from, to));
      add("new", insert);
      done = to;
    }
    add("same", before.slice(done));
    return found;
  }, [before, after]);
  return (
    <p className="book-text changes">
      {pieces.map(({ kind, text, at }) =>
        kind === "gone" ? (
          <del key={at}>{text}</del>
        ) : kind === "new" ? (
          <ins key={at}>{text}</ins>
        ) : (
          <span key={at}>{text}</span>
        ),
      )}
    </p>
  );
}
