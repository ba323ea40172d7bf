import { useStore } from "@nanostores/react";
import { useCallback, useEffect, useState } from "react";
import type { MemoryInfo } from "../../../../core/books/memory-info";
import type { BookMemories } from "../../../../shared/book";
import { CloseIcon } from "../../../ui/icons";
import { Button, IconButton } from "../../../ui/kit/button";
import { Check } from "../../../ui/kit/field";
import { useBridge, useNotices } from "../../../workbench/api/parts";
import { bookMessages } from "../messages";
import { startImport } from "../model/start-import";
import { useBook } from "../model/use-book";

/** What matches come from beside the book itself: imported memories, and other books of the folder. */
export function MemoryList() {
  const { model } = useBook();
  const bridge = useBridge();
  const notices = useNotices();
  const { language } = useStore(model.$shown);
  const changes = useStore(model.$memoryChanges);
  const isImporting = useStore(model.$isImporting);
  const [found, setFound] = useState<BookMemories | null>(null);
  const t = bookMessages.memories;

  const load = useCallback(async () => {
    const answer = await bridge.request("book:memories", model.book);
    if (answer.ok) setFound(answer);
    void model.matches.refresh();
  }, [bridge, model]);
  // Another language has other memories.
  useEffect(() => {
    if (language !== "" && changes >= 0) void load();
  }, [load, language, changes]);

  const remove = async (file: string, name: string) => {
    const answer = await bridge.request("book:remove-memory", { book: model.book, file });
    if (!model.isOk(answer)) return;
    notices.info(t.removed(name));
    await load();
  };
  const use = async (isUsed: boolean) => {
    setFound((now) => now && { ...now, usesOtherBooks: isUsed });
    if (model.isOk(await bridge.request("book:use-other-books", { book: model.book, use: isUsed }))) await load();
  };

  const files = found?.memories.filter(({ file }) => file !== null) ?? [];
  const books = found?.memories.filter(({ file }) => file === null) ?? [];
  return (
    <section className="stack spaced-small soft small" aria-label={t.heading}>
      <h3 className="soft small">{t.heading}</h3>
      {found === null ? <p role="status">{t.loading}</p> : null}
      <ul className="stack">
        {files.map(({ name, file, ...size }) => (
          <li key={file} className="actions">
            <span className="breaks">{name}</span>
            <Size {...size} />
            <IconButton label={t.remove(name)} onClick={() => void remove(file ?? "", name)}>
              <CloseIcon />
            </IconButton>
          </li>
        ))}
      </ul>
      {found === null ? null : (
        <Check
          checked={found.usesOtherBooks}
          title={t.otherBooksHint}
          onChange={({ target }) => void use(target.checked)}
        >
          {t.otherBooks}
        </Check>
      )}
      {found?.usesOtherBooks ? (
        books.length === 0 ? (
          <p className="faint">{t.none}</p>
        ) : (
          <ul className="stack">
            {books.map(({ name, ...size }) => (
              <li key={name} className="actions">
                <span className="breaks">{name}</span>
                <Size {...size} />
              </li>
            ))}
          </ul>
        )
      ) : null}
      <p>
        <Button
          size="small"
          disabled={isImporting}
          title={bookMessages.imports.hint}
          onClick={() => void startImport({ model, bridge, notices })}
        >
          {isImporting ? t.importing : t.import}
        </Button>
      </p>
    </section>
  );
}

function Size({ entries, isWhole }: Pick<MemoryInfo, "entries" | "isWhole">) {
  const t = bookMessages.memories;
  return isWhole ? (
    <span className="faint to-end">{t.entries(entries)}</span>
  ) : (
    <span className="faint to-end" title={t.tooMuch}>
      {t.first(entries)}
    </span>
  );
}
