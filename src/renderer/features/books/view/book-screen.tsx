import { useEffect, useId, useRef, useState } from "react";
import type { KnownBook } from "../../../../shared/book";
import { DocumentIcon, FolderIcon, LibraryIcon } from "../../../ui/icons";
import { Button } from "../../../ui/kit/button";
import { Dialog, DialogHead } from "../../../ui/kit/dialog";
import { ListButton } from "../../../ui/kit/list";
import { Actions } from "../../../ui/kit/toolbar";
import { useModal } from "../../../ui/use-modal";
import { useShell } from "../../../workbench/api/shell-context";
import "../book.css";
import { bookMessages } from "../messages";
import { openBook } from "../model/book-store";

/** The dialog that opens a book: what the view does, the ways to open one, and recent books. */
export default function BookScreen() {
  const shell = useShell();
  const { bridge, notices, layout } = shell;
  const first = useRef<HTMLButtonElement>(null);
  const dialog = useModal({ onShow: () => first.current?.focus() });
  const [known, setKnown] = useState<KnownBook[]>([]);
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  const t = bookMessages.start;

  useEffect(() => {
    let isShown = true;
    void bridge.request("book:list", undefined).then((answer) => {
      if (isShown && answer.ok) setKnown(answer.books);
    });
    return () => {
      isShown = false;
    };
  }, [bridge]);

  const open = async (path: string) => {
    setBusy(true);
    if (await openBook(shell, path).finally(() => setBusy(false))) layout.closeScreen();
  };
  const pick = async (what: "folder" | "file") => {
    const answer = await bridge.request("book:pick", what);
    if (!answer.ok) notices.error(answer.error.message, { hint: answer.error.hint ?? null });
    else if (answer.path !== null) await open(answer.path);
  };
  return (
    <Dialog
      ref={dialog}
      className="book-dialog book-start"
      aria-labelledby={id}
      aria-busy={isBusy}
      close={layout.closeScreen}
      closesOutside
    >
      <DialogHead id={id} heading={t.heading} close={layout.closeScreen} />
      <p className="above-small soft">{t.lead}</p>
      <Actions className="book-start-ways above-large">
        <Button ref={first} kind="main" onClick={() => void pick("folder")}>
          <FolderIcon /> {t.folder}
        </Button>
        <Button onClick={() => void pick("file")}>
          <DocumentIcon /> {t.file}
        </Button>
      </Actions>
      {known.length === 0 ? null : (
        <section className="above-large" aria-label={t.known}>
          <h3 className="below-small soft small">{t.known}</h3>
          <ul>
            {known.map((book) => (
              <li key={book.book}>
                <ListButton className="in-line" title={book.book} onClick={() => void open(book.book)}>
                  <LibraryIcon />
                  <span>{book.name}</span>
                  <span className="clip faint small">
                    {[book.displayPath === book.name ? "" : book.displayPath, book.hasWork ? t.hasWork : ""]
                      .filter((each) => each !== "")
                      .join(" · ")}
                  </span>
                </ListButton>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  );
}
