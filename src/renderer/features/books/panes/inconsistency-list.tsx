import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import type { BookInconsistency } from "../../../../shared/book";
import { LinkButton } from "../../../ui/kit/button";
import { ListButton } from "../../../ui/kit/list";
import { useBridge } from "../../../workbench/api/parts";
import { bookMessages } from "../messages";
import { useBook } from "../model/use-book";

/** The maximum number of paragraphs listed per term. */
const MAX_ROWS = 50;

/** Terms whose translation differs from the glossary, with links to the paragraphs. */
export function InconsistencyList() {
  const bridge = useBridge();
  const { model } = useBook();
  const { glossary, counts } = useStore(model.$shown);
  const [found, setFound] = useState<BookInconsistency[] | null>(null);
  const [round, setRound] = useState(0);
  const t = bookMessages.glossary;
  const hasTerms = glossary.entries.length > 0;

  useEffect(() => {
    if (!hasTerms) {
      setFound(null);
      return;
    }
    let isShown = true;
    void bridge.request("book:inconsistencies", model.book).then((answer) => {
      if (isShown && model.isOk(answer)) setFound(answer.found);
    });
    return () => {
      isShown = false;
    };
  }, [bridge, model, hasTerms, glossary.version, counts.translated, round]);

  if (!hasTerms || found === null) return null;
  const byTerm = new Map<string, BookInconsistency[]>();
  for (const each of found) byTerm.set(each.term, [...(byTerm.get(each.term) ?? []), each]);
  return (
    <section className="small" aria-label={t.check}>
      <header className="apart">
        <h3>{t.check}</h3>
        <LinkButton onClick={() => setRound(round + 1)}>{t.checkAgain}</LinkButton>
      </header>
      {found.length === 0 ? (
        <p className="soft small">{t.consistent}</p>
      ) : (
        <ul>
          {[...byTerm].map(([term, rows]) => (
            <li key={term}>
              <details open={byTerm.size < 4}>
                <summary>
                  {t.expected(term, rows[0]?.expected ?? "")} <span className="faint">{t.differing(rows.length)}</span>
                </summary>
                <ul>
                  {rows.slice(0, MAX_ROWS).map((row) => (
                    <li key={row.id}>
                      <ListButton
                        className="book-jump spaced-small inset-small small"
                        onClick={() => void model.goTo(row)}
                      >
                        <span className="clip-lines">{row.text}</span>
                        <span className="clip-lines faint">{row.translation}</span>
                      </ListButton>
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
