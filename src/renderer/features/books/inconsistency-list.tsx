import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import type { BookInconsistency } from "../../../shared/book";
import { useShell } from "../../ui/shell-context";
import { bookWords } from "./messages";
import { useBook } from "./use-book";

/** The most paragraphs listed per term. */
const MOST = 50;

/** Terms whose translation differs from the glossary, with links to the paragraphs. */
export function InconsistencyList() {
  const { bridge } = useShell();
  const { model } = useBook();
  const { glossary, counts } = useStore(model.$shown);
  const [found, setFound] = useState<BookInconsistency[] | null>(null);
  const [round, setRound] = useState(0);
  const say = bookWords.glossary;
  const hasTerms = glossary.entries.length > 0;

  useEffect(() => {
    if (!hasTerms) {
      setFound(null);
      return;
    }
    let isShown = true;
    void bridge.request("book:inconsistencies", model.book).then((answer) => {
      if (isShown && model.took(answer)) setFound(answer.found);
    });
    return () => {
      isShown = false;
    };
  }, [bridge, model, hasTerms, glossary.version, counts.translated, round]);

  if (!hasTerms || found === null) return null;
  const byTerm = new Map<string, BookInconsistency[]>();
  for (const each of found) byTerm.set(each.term, [...(byTerm.get(each.term) ?? []), each]);
  return (
    <section className="book-check" aria-label={say.check}>
      <header>
        <h3>{say.check}</h3>
        <button type="button" className="link" onClick={() => setRound(round + 1)}>
          {say.checkAgain}
        </button>
      </header>
      {found.length === 0 ? (
        <p className="book-note">{say.consistent}</p>
      ) : (
        <ul>
          {[...byTerm].map(([term, places]) => (
            <li key={term}>
              <details open={byTerm.size < 4}>
                <summary>
                  {say.expected(term, places[0]?.expected ?? "")}{" "}
                  <span className="faint">{say.differing(places.length)}</span>
                </summary>
                <ul>
                  {places.slice(0, MOST).map((place) => (
                    <li key={place.id}>
                      <button type="button" className="book-jump" onClick={() => void model.goTo(place)}>
                        <span>{place.text}</span>
                        <span className="faint">{place.translation}</span>
                      </button>
                    </li>
                  ))}
                </ul>
              </details>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
