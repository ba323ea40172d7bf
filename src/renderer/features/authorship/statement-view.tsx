import { useStore } from "@nanostores/react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Authorship } from "../../../shared/authorship";
import type { Notice } from "../../../shared/contract";
import type { CustomEditorProps, CustomEditorTab } from "../../editor/custom-editor-tab";
import { authorshipMessages } from "../../ui/authorship-messages";
import {
  colourOf,
  howWritten,
  reasonsOf,
  reviewedPart,
  statementMarkdown,
  statementOf,
  unknownParts,
  wholePercents,
  writerName,
} from "../../ui/authorship-statement";
import { nameOf } from "../../ui/file-paths";
import { Button } from "../../ui/kit/button";
import { EmptyState } from "../../ui/kit/empty-state";
import { Actions } from "../../ui/kit/toolbar";
import { messages } from "../../ui/messages";
import { moment } from "../../ui/time";
import { useNotices, useTabs } from "../../workbench/api/parts";
import { useAuthorship } from "./use-authorship";
import "./authorship.css";
import "./statement.css";

/** The tab with the statement on who wrote a text. */
export default function StatementView({ tab }: CustomEditorProps) {
  const page = useRef<HTMLDivElement>(null);
  const { path } = useStore(tab.$info);
  const { found, again } = useAuthorship(tab);
  const file = path === null ? "" : nameOf(path);
  const t = authorshipMessages.page;

  useEffect(() => {
    tab.attach({
      focus: () => page.current?.focus({ preventScroll: true }),
      run: () => false,
      isDirty: () => false,
      flush: async () => {},
      viewState: () => ({ cursor: 0, scrollTop: Math.round(page.current?.scrollTop ?? 0) }),
      restore: () => {},
      stop() {},
    });
  }, [tab]);

  return (
    <div ref={page} className="statement scrolls ringless tall" tabIndex={-1}>
      {found === null ? (
        <EmptyState isCentred role="status">
          {t.loading}
        </EmptyState>
      ) : "error" in found ? (
        <EmptyState isCentred role="alert" actions={<Button onClick={again}>{messages.tryAgain}</Button>}>
          {[found.error.message, found.error.hint].filter(Boolean).join(" ")}
        </EmptyState>
      ) : (
        <article className="statement-page stack selectable" aria-label={t.title(file)}>
          <h1 className="breaks" dir="auto">
            {t.title(file)}
          </h1>
          <Statement authorship={found.authorship} user={found.user} file={file} tab={tab} />
        </article>
      )}
    </div>
  );
}

type StatementProps = { authorship: Authorship; user: string; file: string; tab: CustomEditorTab };

function Statement({ authorship, user, file, tab }: StatementProps) {
  const { writers, words, characters } = authorship;
  const t = authorshipMessages.page;
  const unknown = unknownParts(authorship);
  return (
    <>
      {characters === 0 ? (
        <p className="soft">{t.empty}</p>
      ) : (
        <>
          <p className="statement-sentence breaks" dir="auto">
            {statementOf(authorship)}
          </p>
          <div className="statement-parts" aria-hidden="true">
            {writers.map((writer) => (
              <span
                key={`${writer.kind} ${writer.name}`}
                className={colourOf(writer, writers)}
                style={{ flexGrow: writer.share }}
              />
            ))}
          </div>
          <p className="soft small">{t.size(words, characters)}</p>
          <WriterTable writers={writers} />
        </>
      )}
      <Reasons authorship={authorship} />
      {unknown.length === 0 ? null : (
        <section className="stack">
          <h2>{t.unknown}</h2>
          <ul>
            {unknown.map((sentence) => (
              <li key={sentence} className="breaks">
                {sentence}
              </li>
            ))}
          </ul>
        </section>
      )}
      <StatementActions authorship={authorship} user={user} file={file} tab={tab} />
    </>
  );
}

function WriterTable({ writers }: Pick<Authorship, "writers">) {
  const t = authorshipMessages.page;
  const { columns } = t;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls with the keyboard
    <section className="statement-scroll" aria-label={t.writers} tabIndex={0}>
      <table className="statement-table">
        <thead>
          <tr>
            <th scope="col">{columns.writer}</th>
            <th scope="col">{columns.how}</th>
            {[columns.words, columns.characters, columns.share].map((name) => (
              <th key={name} scope="col" className="end-aligned">
                {name}
              </th>
            ))}
            <th scope="col">{columns.reviewed}</th>
          </tr>
        </thead>
        <tbody>
          {wholePercents(writers).map((writer) => (
            <tr key={`${writer.kind} ${writer.name}`}>
              <th scope="row">
                <span className="statement-writer breaks">
                  <span className={`statement-sample ${colourOf(writer, writers)}`} aria-hidden="true" />
                  <bdi>{writerName(writer, null)}</bdi>
                </span>
              </th>
              <td className="nowrap">{howWritten(writer)}</td>
              <td className="end-aligned digits">{t.number(writer.words)}</td>
              <td className="end-aligned digits">{t.number(writer.characters)}</td>
              <td className="end-aligned digits">{t.percent(writer.share)}</td>
              <td className="digits">{reviewedPart(writer)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The notes and questions that led to words, where the versions have them. */
function Reasons({ authorship }: { authorship: Authorship }) {
  const reasons = reasonsOf(authorship);
  const t = authorshipMessages.page;
  const now = new Date();
  if (reasons.length === 0) return null;
  return (
    <section className="stack">
      <h2>{t.reasons}</h2>
      <ul className="stack">
        {reasons.map((reason) => (
          <li key={JSON.stringify([reason.kind, reason.name, reason.note, reason.request])} className="breaks">
            <span className="soft small">
              {authorshipMessages.wrote(writerName(reason, null), reason.at === null ? "" : moment(reason.at, now))}
            </span>
            {(["request", "note"] as const).map((kind) =>
              reason[kind] === undefined ? null : (
                <p key={kind} dir="auto">
                  <b>{t.reason[kind]}:</b> {reason[kind].slice(0, 600)}
                </p>
              ),
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function StatementActions({ authorship, user, file, tab }: StatementProps) {
  const tabs = useTabs();
  const notices = useNotices();
  const { bridge } = tab;
  const [isSaving, setSaving] = useState(false);
  const t = authorshipMessages.page;
  const copy = async (text: string) => {
    await bridge.request("app:copy", text);
    notices.info(authorshipMessages.copied);
  };
  const report = (error: Notice) => notices.error(error.message, { hint: error.hint ?? null });
  const save = async () => {
    const { path } = tab.$info.get();
    if (path === null) return;
    setSaving(true);
    const answer = await bridge.request("history:save-authors", path);
    setSaving(false);
    if (!answer.ok) report(answer.error);
    else if (answer.path !== null) notices.info(t.saved(nameOf(answer.path)));
  };
  const showText = useCallback(() => {
    const { path } = tab.$info.get();
    if (path !== null) void tabs.openPath(path, "canvas");
  }, [tab, tabs]);
  return (
    <Actions>
      <Button onClick={() => void copy(statementMarkdown(authorship, { file, user }))}>{t.copyMarkdown}</Button>
      <Button onClick={() => void copy(`${JSON.stringify(authorship, null, 2)}\n`)}>{t.copyJson}</Button>
      <Button isBusy={isSaving} onClick={() => void save()}>
        {t.saveJson}
      </Button>
      <Button onClick={showText}>{t.showText}</Button>
    </Actions>
  );
}
