import { useStore } from "@nanostores/react";
import type { TaskOverview } from "../../../../shared/book";
import { Button, LinkButton } from "../../../ui/kit/button";
import { EmptyState } from "../../../ui/kit/empty-state";
import { Actions } from "../../../ui/kit/toolbar";
import { moment } from "../../../ui/time";
import { useShell } from "../../../workbench/api/shell-context";
import { languageName } from "../book-languages";
import { bookMessages } from "../messages";
import { chaptersOf } from "../model/chapters";
import { givePrompt } from "../model/give-prompt";
import { useBook } from "../model/use-book";

/** The open tasks, those waiting for review, and the completed ones. */
export function TaskPane() {
  const { model, jobs } = useBook();
  const { tasks } = useStore(model.$shown);
  const t = bookMessages.tasks;
  const open = tasks.filter(({ status }) => status !== "end" && status !== "released").reverse();
  const ended = tasks.filter(({ status }) => status === "end" || status === "released").reverse();
  // Tasks that wait for the user come first.
  open.sort((a, b) => Number(b.status === "review") - Number(a.status === "review"));
  return (
    <div className="book-pane stack spaced inset">
      {open.length === 0 ? (
        <EmptyState
          actions={
            <Button size="small" onClick={() => jobs.$isStarting.set(true)}>
              {bookMessages.jobs.start}
            </Button>
          }
        >
          {t.none}
        </EmptyState>
      ) : (
        <ul className="lines" aria-label={t.heading}>
          {open.map((task) => (
            <Task key={task.id} task={task} />
          ))}
        </ul>
      )}
      {ended.length === 0 ? null : (
        <details className="small">
          <summary>{t.ended(ended.length)}</summary>
          <ul className="lines">
            {ended.slice(0, 100).map((task) => (
              <Task key={task.id} task={task} />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Task({ task }: { task: TaskOverview }) {
  const shell = useShell();
  const { model } = useBook();
  const shown = useStore(model.$shown);
  const t = bookMessages.tasks;
  const { id, kind, status, holder, assigned, done } = task;
  const isOpen = status !== "end" && status !== "released";
  const titles = chaptersOf(shown).filter((chapter) => task.chapters.includes(chapter.id));
  const canEnd = status === "review" || (kind !== "translation" && status === "working");

  const accept = async () => {
    const answer = await shell.bridge.request("book:accept-task", { book: model.book, task: id });
    if (!model.isOk(answer)) return;
    shell.notices.info(t.accepted(answer.accepted));
    await Promise.all([model.again(), ...task.chapters.map((chapter) => model.reload(chapter))]);
  };
  const release = async () => {
    const choice = await shell.questions.ask({
      title: t.releaseQuestion,
      detail: t.releaseDetail,
      choices: [{ id: "release", label: t.releaseChoice, kind: "dangerous" }],
    });
    if (choice !== "release") return;
    if (model.isOk(await shell.bridge.request("book:release-task", { book: model.book, task: id })))
      await Promise.all([model.again(), ...task.chapters.map((chapter) => model.reload(chapter))]);
  };
  const show = () => {
    const [first] = task.chapters;
    if (first === undefined) return;
    model.setScope("chapter");
    model.showChapter(first);
  };
  return (
    <li className="book-task ends stack" data-status={status}>
      <p className="apart">
        <strong>{t.kinds[kind]}</strong>
        <span
          className="book-badge in-line nowrap soft small"
          data-state={status === "review" ? "in review" : isOpen ? "in work" : "translated"}
        >
          {t.status[status]}
        </span>
      </p>
      <p className="soft small breaks">
        {[holder, languageName(task.language), moment(task.changed, new Date())].filter(Boolean).join(" · ")}
      </p>
      <progress value={done} max={Math.max(1, assigned)} aria-label={t.done(done, assigned)} />
      <p className="soft small breaks">
        {t.done(done, assigned)}
        {titles.length === 0 ? null : `: ${titles.map(({ title }) => title).join(", ")}`}
      </p>
      {task.comments.length === 0 ? null : (
        <ul aria-label={t.comments}>
          {[...new Set(task.comments.map(({ text }) => text))].slice(-3).map((text) => (
            <li key={text} className="quoted warned above-small inset-small breaks pre-wrap">
              {text}
            </li>
          ))}
        </ul>
      )}
      <Actions>
        {canEnd ? (
          <Button size="small" kind="main" title={t.acceptHint} onClick={accept}>
            {t.accept}
          </Button>
        ) : null}
        {isOpen && done > 0 ? (
          <Button size="small" onClick={() => model.$sendingBack.set({ paragraphs: [], task: id })}>
            {t.sendBack}
          </Button>
        ) : null}
        {titles.length > 0 ? <LinkButton onClick={show}>{t.show}</LinkButton> : null}
        {isOpen ? (
          <>
            <LinkButton onClick={() => void givePrompt(shell, model, kind, id)}>{t.prompt}</LinkButton>
            <LinkButton onClick={release}>{t.release}</LinkButton>
          </>
        ) : null}
      </Actions>
    </li>
  );
}
