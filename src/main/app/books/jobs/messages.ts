/** Messages of jobs for the user. `jobMessages` has the current language. */
import { spoken } from "../../core/messages";
import { chinese } from "./messages.zh";

const english = {
  gone: "This job no longer exists.",
  busy: "This job is running. Pause or stop it first.",
  notRunning: "This job is not running.",
  ended: "This job was stopped and can't be resumed. Start another one.",
  nothingToDo: "Nothing to do: everything is done.",
  nothingButAccepted: (stale: number) =>
    `Nothing to do. The source of ${stale === 1 ? "1 accepted paragraph" : `${stale} accepted paragraphs`} has changed; accepted translations are not replaced.`,
  nothingFree: (held: number) =>
    `Nothing is available: ${held === 1 ? "1 paragraph is" : `${held} paragraphs are`} held by other open tasks.`,
  noLanguage: "Choose a language to translate into.",
  chapterGone: (name: string) => `The book has no chapter ${name}.`,
  asideNone: "No chunks of this job were set aside.",
  /** Failures of a chunk. */
  missing: (left: number, times: number) =>
    `${left === 1 ? "1 paragraph was" : `${left} paragraphs were`} not submitted, although the model was asked ${times} times.`,
  rejected: (times: number, why: string) =>
    `Nothing was stored of ${times} batches in a row. If a check of the book rejects them, see Checks in its menu. Last: ${why}`,
  steps: (most: number) => `The model did not finish within ${most} answers.`,
  filtered: "The provider blocked the answer.",
  lengths: "The model's answers kept reaching its length limit.",
  held: (count: number, tasks: string) =>
    `${count === 1 ? "1 paragraph is" : `${count} paragraphs are`} held by another task (${tasks}) and ${count === 1 ? "was" : "were"} skipped.`,
  attempt: (number: number, most: number, why: string) => `Attempt ${number} of ${most}: ${why}`,
  waiting: (seconds: number, why: string) => `${why} Retrying in ${seconds} s.`,
  unexpectedError: (why: string) => `Something went wrong in Galley: ${why}.`,
  repeatedFailures: (why: string) => `Too many chunks failed in a row, so the job was paused. Last error: ${why}`,
  repeatedFailuresHint: "Fix the problem, then resume. Finished paragraphs are not requested again.",
  sampleDone: (chunks: number) => (chunks === 1 ? "The first chunk is done." : `The first ${chunks} chunks are done.`),
  sampleDoneHint: "Read them in the table, then resume.",
  ceilingReached: (limit: string) => `The job has reached its limit of ${limit}.`,
  ceilingReachedHint: "Resume to allow the same amount again.",
  tokens: (amount: number) => `${amount.toLocaleString("en")} tokens`,
  part: "Jobs on books",
  model: "selected model",
};

/** The messages of jobs in one language. */
export type JobMessages = typeof english;

/** The messages of jobs in the language at the time of reading. */
export const jobMessages: JobMessages = new Proxy(english, {
  get: (_, name) => (spoken === "zh-CN" ? chinese : english)[name as keyof JobMessages],
});
