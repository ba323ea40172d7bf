import { useStore } from "@nanostores/react";
import type { ShownTask } from "../../../shared/book";
import { useShell } from "../../ui/shell-context";
import { moment } from "../../ui/time";
import { languageName } from "./book-languages";
import { chaptersOf } from "./book-model";
import { givePrompt } from "./give-prompt";
import { bookWords } from "./messages";
import { useBook } from "./use-book";

/** The open tasks, those waiting for review, and the completed ones. */
export function TaskPane() {
  const { model, jobs } = useBook();
  const { tasks } = useStore(model.$shown);
  const say = bookWords.tasks;
  const open = tasks.filter(({ status }) => status !== "end" && status !== "released").reverse();
  const ended = tasks.filter(({ status }) => status === "end" || status === "released").reverse();
  // Tasks that wait for the user come first.
  open.sort((a, b) => Number(b.status === "review") - Number(a.status === "review"));
  return (
    <div className="book-pane">
      {open.length === 0 ? (
        <div className="book-note">
          <p>{say.none}</p>
          <button type="button" className="button book-small" onClick={() => jobs.$isStarting.set(true)}>
            {bookWords.jobs.start}
          </button>
        </div>
      ) : (
        <ul aria-label={say.heading}>
          {open.map((task) => (
            <Task key={task.id} task={task} />
          ))}
        </ul>
      )}
      {ended.length === 0 ? null : (
        <details className="book-ended">
          <summary>{say.ended(ended.length)}</summary>
          <ul>
            {ended.slice(0, 100).map((task) => (
              <Task key={task.id} task={task} />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Task({ task }: { task: ShownTask }) {
  const shell = useShell();
  const { model } = useBook();
  const shown = useStore(model.$shown);
  const say = bookWords.tasks;
  const { id, kind, status, holder, assigned, done } = task;
  const isOpen = status !== "end" && status !== "released";
  const titles = chaptersOf(shown).filter((chapter) => task.chapters.includes(chapter.id));
  const canEnd = status === "review" || (kind !== "translation" && status === "working");

  const accept = async () => {
    const answer = await shell.bridge.request("book:accept-task", { book: model.book, task: id });
    if (!model.took(answer)) return;
    shell.notices.tell(say.accepted(answer.accepted));
    await Promise.all([model.again(), ...task.chapters.map((chapter) => model.reload(chapter))]);
  };
  const release = async () => {
    const choice = await shell.questions.ask({
      title: say.releaseQuestion,
      detail: say.releaseDetail,
      choices: [{ id: "release", label: say.releaseChoice, kind: "dangerous" }],
    });
    if (choice !== "release") return;
    if (model.took(await shell.bridge.request("book:release-task", { book: model.book, task: id })))
      await Promise.all([model.again(), ...task.chapters.map((chapter) => model.reload(chapter))]);
  };
  const show = () => {
    const [first] = task.chapters;
    if (first === undefined) return;
    model.setScope("chapter");
    model.showChapter(first);
  };
  return (
    <li className="book-task" data-status={status}>
      <p className="book-task-head">
        <strong>{say.kinds[kind]}</strong>
        <span className="book-badge" data-state={status === "review" ? "in review" : isOpen ? "in work" : "translated"}>
          {say.status[status]}
        </span>
      </p>
      <p className="book-task-about">
        {[holder, languageName(task.language), moment(task.changed, new Date())].filter(Boolean).join(" · ")}
      </p>
      <progress value={done} max={Math.max(1, assigned)} aria-label={say.done(done, assigned)} />
      <p className="book-task-about">
        {say.done(done, assigned)}
        {titles.length === 0 ? null : `: ${titles.map(({ title }) => title).join(", ")}`}
      </p>
      {task.comments.length === 0 ? null : (
        <ul className="book-comments" aria-label={say.comments}>
          {[...new Set(task.comments.map(({ text }) => text))].slice(-3).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <p className="book-acts">
        {canEnd ? (
          <button type="button" className="button book-small" data-kind="main" title={say.acceptHint} onClick={accept}>
            {say.accept}
          </button>
        ) : null}
        {isOpen && done > 0 ? (
          <button
            type="button"
            className="button book-small"
            onClick={() => model.$sendingBack.set({ paragraphs: [], task: id })}
          >
            {say.sendBack}
          </button>
        ) : null}
        {titles.length > 0 ? (
          <button type="button" className="link" onClick={show}>
            {say.show}
          </button>
        ) : null}
        {isOpen ? (
          <>
            <button type="button" className="link" onClick={() => void givePrompt(shell, model, kind, id)}>
              {say.prompt}
            </button>
            <button type="button" className="link" onClick={release}>
              {say.release}
            </button>
          </>
        ) : null}
      </p>
    </li>
  );
}
