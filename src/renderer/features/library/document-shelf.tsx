import { useStore } from "@nanostores/react";
import { useEffect, useId, useState } from "react";
import type { Shelf, ShelfDocument } from "../../../shared/library";
import { within } from "../../ui/file-paths";
import { CloseIcon, PlusIcon } from "../../ui/icons";
import { IconButton, LinkButton, QuietButton, Twist } from "../../ui/kit/button";
import { classes } from "../../ui/kit/classes";
import { Switch } from "../../ui/kit/field";
import { Space } from "../../ui/kit/toolbar";
import { useLayout, useQuestions, useTabs } from "../../workbench/api/parts";
import { useShell } from "../../workbench/api/shell-context";
import type { LibraryModel } from "./library-model";
import { libraryMessages } from "./messages";

/** The documents of the library: enable, add and remove them. */
export function DocumentShelf({ model, shelf, isFolded }: { model: LibraryModel; shelf: Shelf; isFolded: boolean }) {
  const [isOpen, setOpen] = useState(!isFolded);
  const layout = useLayout();
  const isAdding = useStore(model.$adding) !== null;
  const { documents, missing, isLasting, problems } = shelf;
  const on = documents.filter((each) => each.isOn).length;
  const id = useId();
  const t = libraryMessages;
  // Collapse the shelf to make space for results.
  useEffect(() => setOpen(!isFolded), [isFolded]);
  const turnAll = (isOn: boolean) =>
    void model.turn(
      documents.filter((each) => each.isOn !== isOn).map(({ document }) => document),
      isOn,
    );
  return (
    <section className="library-shelf" aria-label={t.documents}>
      <header className="library-head apart">
        <Twist className="clip strong" isOpen={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {t.documentsOn(on, documents.length)}
        </Twist>
        <Space />
        <QuietButton title={t.newEntryHint} onClick={() => layout.$newEntry.set(true)}>
          {t.newEntryShort}
        </QuietButton>
        <QuietButton className="library-add" title={t.addHint} disabled={isAdding} onClick={() => void model.add(null)}>
          <PlusIcon /> {t.add}
        </QuietButton>
      </header>
      <Adding model={model} />
      {isOpen ? (
        <div id={id} className="sides below">
          {isLasting ? null : <p className="library-note soft small above-small">{t.notLasting}</p>}
          {documents.length === 0 ? <p className="library-note soft small above-small">{t.empty}</p> : null}
          <ul className="lines">
            {documents.map((document) => (
              <DocumentLine key={document.document} model={model} document={document} />
            ))}
          </ul>
          {documents.length > 2 ? (
            <p className="actions">
              <LinkButton disabled={on === documents.length} onClick={() => turnAll(true)}>
                {t.allOn}
              </LinkButton>
              <LinkButton disabled={on === 0} onClick={() => turnAll(false)}>
                {t.allOff}
              </LinkButton>
            </p>
          ) : null}
          <Problems problems={problems} />
          {missing.map((key) => (
            <p key={key} className="library-note soft small above-small">
              {t.missing(key)} <LinkButton onClick={() => void model.restore(key)}>{t.restore}</LinkButton>
            </p>
          ))}
          {isFolded ? null : <p className="library-note soft small above-small">{t.lead}</p>}
        </div>
      ) : null}
    </section>
  );
}

/** Files of the folder whose front matter has something that lookups cannot use. */
function Problems({ problems }: Pick<Shelf, "problems">) {
  const shell = useShell();
  const root = useStore(shell.workspace.$root);
  if (problems.length === 0 || root === null) return null;
  return (
    <section className="library-note small above-small" aria-label={libraryMessages.problems}>
      <p className="soft">{libraryMessages.problems}</p>
      <ul className="lines">
        {problems.map(({ file, message }) => (
          <li key={file} className="breaks">
            {file === "" ? null : (
              <LinkButton className="flush" onClick={() => void shell.navigation.goTo({ path: within(root, file) })}>
                {file}
              </LinkButton>
            )}{" "}
            <span className="soft">{message}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function DocumentLine({ model, document }: { model: LibraryModel; document: ShelfDocument }) {
  const questions = useQuestions();
  const tabs = useTabs();
  const { document: key, title, entryCount, license, publisher, credit, source, isOn } = document;
  const id = useId();
  const t = libraryMessages;
  const remove = async () => {
    const choice = await questions.ask({
      title: t.removeQuestion(title),
      detail: source === "shipped" ? t.removeShipped : t.removeOwn,
      choices: [
        { id: "cancel", label: t.cancel },
        { id: "remove", label: t.remove, kind: "dangerous" },
      ],
    });
    if (choice === "remove") await model.remove(key);
  };
  const open = async () => {
    const opened = await model.open(key, null);
    if (opened) tabs.show(opened);
  };
  return (
    <li className="library-document" data-on={isOn}>
      <label htmlFor={id} title={title}>
        <span className="clip-lines">{title}</span>
        <span className="library-about soft small">
          {[key, t.entries(entryCount), publisher].filter(Boolean).join(" · ")}
        </span>
      </label>
      <Switch
        id={id}
        title={t.switchHint}
        checked={isOn}
        onChange={(event) => void model.turn([key], event.target.checked)}
      />
      <p className="whole-row soft small wraps" title={credit ?? undefined}>
        {license === null ? null : <span className="full">{license}</span>}
        <LinkButton className="flush" aria-label={`${t.open}: ${title}`} title={t.openHint} onClick={open}>
          {t.open}
        </LinkButton>
        {source === "folder" ? null : (
          <LinkButton aria-label={`${t.remove}: ${title}`} onClick={remove}>
            {t.remove}
          </LinkButton>
        )}
      </p>
    </li>
  );
}

/** The progress of adding files, and the result. */
function Adding({ model }: { model: LibraryModel }) {
  const adding = useStore(model.$adding);
  const added = useStore(model.$added);
  const t = libraryMessages;
  if (adding)
    return (
      <div className="library-adding card inset stack start small" role="status">
        <p>{adding.of > 0 ? t.addingShare(adding.name, adding.done, adding.of) : t.adding(adding.name)}</p>
        <progress
          {...(adding.of > 0 ? { value: adding.done, max: adding.of } : {})}
          aria-label={t.adding(adding.name)}
        />
        <LinkButton onClick={() => model.stopAdding()}>{t.stop}</LinkButton>
      </div>
    );
  if (added.length === 0) return null;
  return (
    <div className="library-added card inset apart small" role="status">
      <ul className="grow breaks">
        {added.map(({ name, added: document, replaces, why }) => (
          <li key={name} className={classes("stack start", why !== null && "bad pre-wrap")}>
            {document ? (
              t.added(document.title, document.entryCount)
            ) : replaces ? (
              <>
                <span>
                  {replaces.isNowEmpty
                    ? t.wouldEmpty(name, replaces.title, replaces.entryCount)
                    : t.wouldReplace(name, replaces.title, replaces.entryCount)}
                </span>
                <LinkButton aria-label={`${t.replace}: ${replaces.title}`} onClick={() => void model.replace([name])}>
                  {t.replace}
                </LinkButton>
              </>
            ) : (
              <>
                <strong>{t.notAdded(name)}</strong>
                <span>{why?.message}</span>
                {why?.hint ? <span>{why.hint}</span> : null}
              </>
            )}
          </li>
        ))}
      </ul>
      <IconButton label={t.dismiss} onClick={model.dismiss}>
        <CloseIcon />
      </IconButton>
    </div>
  );
}
