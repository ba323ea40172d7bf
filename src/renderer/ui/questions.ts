import { atom } from "nanostores";

/** A question for the user, shown as a modal dialog. Enter picks the first choice. */
export type Question<Id extends string = string> = {
  title: string;
  detail: string;
  choices: { id: Id; label: string; kind?: "main" | "dangerous" }[];
};

type PendingQuestion = { id: number; question: Question; answer(choice: string | null): void };

export type Questions = ReturnType<typeof createQuestions>;

/**
 * Questions are shown one at a time, in the order they were asked. `whenIdle` can delay one, if the user may be typing
 * elsewhere by the time it is asked.
 */
export function createQuestions(whenIdle: (act: () => void) => void = (act) => act()) {
  const $pending = atom<readonly PendingQuestion[]>([]);
  let last = 0;

  return {
    $pending,
    /** Resolves with the id of the choice; null if the user cancelled. */
    ask<Id extends string>(question: Question<Id>): Promise<Id | null> {
      return new Promise((resolve) => {
        const id = ++last;
        const answer = (choice: string | null) => {
          $pending.set($pending.get().filter((pending) => pending.id !== id));
          resolve(question.choices.find((known) => known.id === choice)?.id ?? null);
        };
        whenIdle(() => $pending.set([...$pending.get(), { id, question, answer }]));
      });
    },
  };
}
