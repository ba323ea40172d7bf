import type { ExternalQuestion } from "../../../shared/external";

/** A question to the user about a folder, and the files that wait for the answer. */
export type Questions = {
  /** A held file is not compared with what is known of it until the user has answered. */
  ask(folder: string, realPath: string, about: { by: string; isHeld: boolean }): void;
  isHeld(realPath: string): boolean;
  /** Whether a program writes so many files at once that the user is asked first. */
  isFlood(folder: string, by: string): boolean;
  /** Ends a question. Returns the held files; null if it is not open. */
  take(folder: string, by: string): ReadonlySet<string> | null;
  /** Asks again what is not answered. */
  remind(): void;
  close(): void;
};

/** From this many files of one program without a pause of `PAUSE_MS`, the user is asked whether to review the others. */
const MAX_AT_ONCE = 200;
/** Between the moments at which two files are handled, not written: a busy machine handles thousands of files for minutes. */
const PAUSE_MS = 5000;
/** A question whose count changes is sent at most this often. */
const REST_MS = 200;

type Question = { folder: string; by: string; held: Set<string>; files: Set<string>; timer: NodeJS.Timeout | null };

/** `send` shows a question; one without files is taken back. */
export function createQuestions(send: (question: ExternalQuestion) => void): Questions {
  /** By program and folder. */
  const questions = new Map<string, Question>();
  const bursts = new Map<string, { lastAt: number; count: number }>();
  const keyOf = (folder: string, by: string) => `${by}\n${folder}`;
  const show = ({ folder, by, files }: Question) => send({ folder, by, count: files.size });

  return {
    ask(folder, realPath, { by, isHeld }) {
      const key = keyOf(folder, by);
      const question = questions.get(key) ?? { folder, by, held: new Set(), files: new Set(), timer: null };
      questions.set(key, question);
      question.files.add(realPath);
      if (isHeld) question.held.add(realPath);
      question.timer ??= setTimeout(() => {
        question.timer = null;
        show(question);
      }, REST_MS);
      question.timer.unref();
    },
    isHeld: (realPath) => [...questions.values()].some(({ held }) => held.has(realPath)),
    isFlood(folder, by) {
      const key = keyOf(folder, by);
      const now = performance.now();
      const last = bursts.get(key);
      const count = last === undefined || now - last.lastAt > PAUSE_MS ? 1 : last.count + 1;
      bursts.set(key, { lastAt: now, count });
      return count > MAX_AT_ONCE;
    },
    take(folder, by) {
      const key = keyOf(folder, by);
      const question = questions.get(key);
      if (question === undefined) return null;
      questions.delete(key);
      bursts.delete(key);
      clearTimeout(question.timer ?? undefined);
      send({ folder, by, count: 0 });
      return question.held;
    },
    remind() {
      for (const question of questions.values()) show(question);
    },
    close() {
      for (const { timer } of questions.values()) clearTimeout(timer ?? undefined);
    },
  };
}
