/** What jobs tell the person, in English, and `jobsTold`, the same in the language in use. */
import { spoken } from "../words";
import { chinese } from "./words.chinese";

const english = {
  gone: "This job is not kept any more.",
  busy: "This job is running. Pause or stop it first.",
  notRunning: "This job does not run.",
  ended: "This job was stopped and goes on no more. Start another one.",
  nothingToDo: "There is nothing to do: all of it is done.",
  nothingFree: (held: number) =>
    `There is nothing to do that is free: ${held === 1 ? "1 paragraph is" : `${held} paragraphs are`} held by other open tasks.`,
  noLanguage: "Say what the book is translated into.",
  chapterGone: (name: string) => `The book has no chapter ${name}.`,
  asideNone: "No chunk of this job is set aside.",
  /** Failures of a chunk. */
  missing: (left: number, times: number) =>
    `${left === 1 ? "1 paragraph was" : `${left} paragraphs were`} not handed in, though the model was asked for them ${times} times.`,
  steps: (most: number) => `The model took more than ${most} answers without coming to an end.`,
  filtered: "The provider held back the answer.",
  lengths: "The model's answers reached the longest that it may give, again and again.",
  held: (count: number, tasks: string) =>
    `${count === 1 ? "1 paragraph is" : `${count} paragraphs are`} held by another task (${tasks}) and ${count === 1 ? "was" : "were"} left to it.`,
  attempt: (number: number, most: number, why: string) => `Attempt ${number} of ${most}: ${why}`,
  waiting: (seconds: number, why: string) => `${why} Asked again in ${seconds} s.`,
  surprise: (why: string) => `Something went wrong in Galley: ${why}.`,
  keptFailing: (why: string) => `One chunk after the other failed, so the job was paused. The last reason: ${why}`,
  keptFailingHint: "Put that right, then resume: nothing that was handed in is asked for again.",
  bookGone: (why: string) => `The book cannot be read: ${why}`,
  part: "Jobs on books",
  model: "chosen model",
};

/** What jobs tell, in one language. */
export type JobWords = typeof english;

/** What jobs tell, in the language in use when it is read. */
export const jobsTold: JobWords = new Proxy(english, {
  get: (_, name) => (spoken === "zh-CN" ? chinese : english)[name as keyof JobWords],
});
