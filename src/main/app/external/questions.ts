import type { ExternalQuestion } from "../../../shared/external";

/** What the user is asked about a folder, and the files that wait for the answer. */
export type Questions = {
  /** A held file is not compared with what is known of it until the user has answered. */
  ask(folder: string, realPath: string, about: { by: string; isHeld: boolean }): void;
  isHeld(folder: string, realPath: string): boolean;
  /** Whether a program writes so many files at once that the user is asked first. */
  isFlood(folder: string, by: string): boolean;
  /** Ends the question: who is meant, and the held files. Null if none is open. */
  take(folder: string): { by: string; held: ReadonlySet<string> } | null;
  /** Asks again what is not answered. */
  remind(): void;
  close(): void;
};

/** From this many files of one program within `BURST_MS`, the user is asked whether to review the others. */
const MAX_AT_ONCE = 200;
const BURST_MS = 10_000;
/** A question whose count changes is sent at most this often. */
const REST_MS = 200;

type Question = { by: string; held: Set<string>; files: Set<string>; timer: NodeJS.Timeout | null };

/** `send` shows a question, or takes it back. */
export function createQuestions(send: (folder: string, question: ExternalQuestion | null) => void): Questions {
  const questions = new Map<string, Question>();
  const bursts = new Map<string, { since: number; count: number }>();
  const show = (folder: string, { by, files }: Question) => send(folder, { folder, by, count: files.size });

  return {
    ask(folder, realPath, { by, isHeld }) {
      const question = questions.get(folder) ?? { by, held: new Set(), files: new Set(), timer: null };
      questions.set(folder, question);
      question.by = by;
      question.files.add(realPath);
      if (isHeld) question.held.add(realPath);
      question.timer ??= setTimeout(() => {
        question.timer = null;
        show(folder, question);
      }, REST_MS);
      question.timer.unref();
    },
    isHeld: (folder, realPath) => questions.get(folder)?.held.has(realPath) === true,
    isFlood(folder, by) {
      const key = `${by}\n${folder}`;
      const now = performance.now();
      const burst = bursts.get(key);
      if (burst === undefined || now - burst.since > BURST_MS) {
        bursts.set(key, { since: now, count: 1 });
        return false;
      }
      burst.count++;
      if (burst.count > MAX_AT_ONCE) burst.since = now;
      return burst.count > MAX_AT_ONCE;
    },
    take(folder) {
      const question = questions.get(folder);
      if (question === undefined) return null;
      questions.delete(folder);
      bursts.delete(`${question.by}\n${folder}`);
      clearTimeout(question.timer ?? undefined);
      send(folder, null);
      return question;
    },
    remind() {
      for (const [folder, question] of questions) show(folder, question);
    },
    close() {
      for (const { timer } of questions.values()) clearTimeout(timer ?? undefined);
    },
  };
}
