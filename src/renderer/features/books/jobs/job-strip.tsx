import { useStore } from "@nanostores/react";
import { useId, useState } from "react";
import type { Job, JobChunk, SetAsideChunk } from "../../../../shared/book-jobs";
import { CloseIcon, PauseIcon } from "../../../ui/icons";
import { Button, IconButton, LinkButton, Twist } from "../../../ui/kit/button";
import { classes } from "../../../ui/kit/classes";
import { Space, Toolbar } from "../../../ui/kit/toolbar";
import { formatTime } from "../../../ui/time";
import { useLayout, useQuestions } from "../../../workbench/api/parts";
import { PlayIcon, StopIcon } from "../book-icons";
import { languageName } from "../book-languages";
import { bookMessages } from "../messages";
import { useBook } from "../model/use-book";
import { dollars, timeLeft, tokens } from "./job-figures";

/** The jobs of the book: progress, cost, failures and the actions on them. */
export function JobStrip() {
  const { jobs } = useBook();
  const list = useStore(jobs.$jobs);
  const shown = list.filter(({ state }, at) => at === 0 || (state !== "done" && state !== "stopped"));
  if (shown.length === 0) return null;
  return (
    <section className="book-jobs lines bar" aria-label={bookMessages.jobs.label}>
      {shown.map((job) => (
        <JobLine key={job.id} job={job} />
      ))}
    </section>
  );
}

const STATE_COLOURS: Partial<Record<Job["state"], string>> = { running: "by-agent", done: "good", interrupted: "warn" };

function JobLine({ job }: { job: Job }) {
  const { jobs } = useBook();
  const questions = useQuestions();
  const layout = useLayout();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const t = bookMessages.jobs;
  const { state, paragraphs, usage, chunks } = job;
  const isEnded = state === "done" || state === "stopped";
  const name = t.progress(bookMessages.tasks.kinds[job.order.kind], languageName(job.order.language));
  const used = (usage.input ?? 0) + (usage.output ?? 0);
  const hasMore = job.failures.length > 0 || job.setAside.length > 0 || job.running.length > 0;
  const stop = async () => {
    const choice = await questions.ask({
      title: t.stopQuestion,
      detail: t.stopDetail,
      choices: [{ id: "stop", label: t.stopChoice, kind: "dangerous" }],
    });
    if (choice === "stop") await jobs.stop(job.id);
  };

  return (
    <div className="book-job" data-state={state}>
      <Toolbar className="spaced nowrap inset-small">
        <Twist
          className="book-twist"
          isOpen={isOpen}
          aria-controls={id}
          aria-label={t.details}
          title={t.details}
          onClick={() => setOpen(!isOpen)}
        />
        <span className="clip strong">{name}</span>
        <progress
          value={paragraphs.done}
          max={Math.max(1, paragraphs.total)}
          aria-label={`${name}: ${t.done(paragraphs.done, paragraphs.total)}`}
        />
        <span className="soft small digits">{t.done(paragraphs.done, paragraphs.total)}</span>
        <span className={classes("clip small", STATE_COLOURS[state] ?? "soft")}>
          {t.state[state]}
          {state === "running" && job.secondsLeft !== null ? `, ${t.timeLeft(timeLeft(job.secondsLeft))}` : ""}
        </span>
        {chunks.setAside > 0 ? <span className="warn small">{t.setAside(chunks.setAside)}</span> : null}
        <Space />
        <span className="soft small digits" title={t.tokensHint(tokens(usage.input ?? 0), tokens(usage.output ?? 0))}>
          {t.tokens(usage.input === null && usage.output === null ? t.noCost : tokens(used))}
        </span>
        <span className="soft small digits" title={t.costLabel}>
          <span className="visually-hidden">{t.costLabel}: </span>
          {dollars(usage.cost)}
        </span>
        {state === "running" ? (
          <IconButton label={t.pause} onClick={() => void jobs.pause(job.id, "finish")}>
            <PauseIcon />
          </IconButton>
        ) : state === "pausing" ? (
          <>
            <IconButton label={t.pauseNow} onClick={() => void jobs.pause(job.id, "cancel")}>
              <PauseIcon />
            </IconButton>
            <Button size="small" onClick={() => void jobs.resume(job.id)}>
              <PlayIcon /> {t.resume}
            </Button>
          </>
        ) : state === "paused" || state === "interrupted" || (state === "done" && job.sentBack > 0) ? (
          <Button
            size="small"
            kind={state === "interrupted" ? "main" : undefined}
            onClick={() => void jobs.resume(job.id)}
          >
            <PlayIcon /> {t.resume}
          </Button>
        ) : null}
        {isEnded ? (
          <IconButton label={t.forget} onClick={() => void jobs.forget(job.id)}>
            <CloseIcon />
          </IconButton>
        ) : (
          <IconButton label={t.stop} onClick={stop}>
            <StopIcon />
          </IconButton>
        )}
      </Toolbar>
      {state === "interrupted" ? <p className="book-job-why small">{t.interrupted}</p> : null}
      {job.sentBack > 0 && state !== "running" ? (
        <p className="book-job-why small">{t.sentBack(job.sentBack)}</p>
      ) : null}
      {job.why === null ? null : (
        <p className="book-job-why small" role="alert">
          {job.why.message} {job.why.hint} <LinkButton onClick={layout.showSetup}>{t.setUp}</LinkButton>
        </p>
      )}
      {isOpen ? (
        <div id={id} className="book-job-more capped breaks stack small">
          <p className="faint">{t.model_(job.providerName, job.model)}</p>
          {hasMore ? null : <p className="faint">{t.done(paragraphs.done, paragraphs.total)}</p>}
          {job.running.length > 0 ? (
            <ul>
              {job.running.map((chunk) => (
                <li key={chunk.number}>
                  {t.running(chunk.title, chunk.done, chunk.paragraphs)}
                  {chunk.retryAt === null ? "" : `, ${t.retryAt(formatTime(chunk.retryAt))}`}
                </li>
              ))}
            </ul>
          ) : null}
          <SetAside job={job} />
          {job.failures.length > 0 ? (
            <details open={job.setAside.length === 0}>
              <summary>{t.failures(job.failures.length)}</summary>
              <ul>
                {job.failures.map((failure) => (
                  <li key={`${failure.at} ${failure.chunk} ${failure.message}`}>
                    {t.failure(formatTime(failure.at), failure.message)}
                  </li>
                ))}
              </ul>
            </details>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

function SetAside({ job }: { job: Job }) {
  const { jobs } = useBook();
  const t = bookMessages.jobs;
  if (job.setAside.length === 0) return null;
  return (
    <div className="book-set-aside">
      <p>
        <strong>{t.setAside(job.setAside.length)}.</strong> {t.setAsideLead}{" "}
        <LinkButton onClick={() => void jobs.retry(job.id, null)}>{t.retryAll}</LinkButton>
      </p>
      <ul>
        {job.setAside.map((chunk) => (
          <Chunk key={chunk.number} job={job} chunk={chunk} />
        ))}
      </ul>
    </div>
  );
}

function Chunk({ job, chunk }: { job: Job; chunk: SetAsideChunk }) {
  const { jobs, model } = useBook();
  const t = bookMessages.jobs;
  const show = async ({ chapter, index }: JobChunk) => {
    await model.loaded(chapter);
    const row = model.$rows.get().get(chapter)?.[index];
    if (row) await model.goTo(row);
  };
  return (
    <li>
      {t.chunkName(chunk.title, chunk.index, chunk.paragraphs)}
      <LinkButton onClick={() => void show(chunk)}>{t.show}</LinkButton>
      <LinkButton onClick={() => void jobs.retry(job.id, [chunk.number])}>{t.retry}</LinkButton>
      <ul className="sides soft">
        {chunk.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </li>
  );
}
