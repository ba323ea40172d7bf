import { atom } from "nanostores";

/** A question for the user, shown as a modal dialog. Enter picks the first choice. */
export type Question<Id extends string = string> = {
  title: string;
  detail: string;
  choices: { id: Id; label: string; kind?: "main" | "dangerous" }[];
};

type Asked = { id: number; question: Question; answer(choice: string | null): void };

export type Questions = ReturnType<typeof createQuestions>;

/**
 * Questions are shown one at a time, in the order they were asked. `whenIdle` can delay one, if the user may be typing
 * elsewhere by the time it is asked.
 */
export function createQuestions(whenResting: (act: () => void) => void = (act) => act()) {
  const $asked = atom<readonly Asked[]>([]);
  let last = 0;

  return {
    $asked,
    /** Resolves with the id of the choice; null if the user cancelled. */
    ask<Id extends string>(question: Question<Id>): Promise<Id | null> {
      return new Promise((resolve) => {
        const id = ++last;
        const answer = (choice: string | null) => {
          $asked.set($asked.get().filter((asked) => asked.id !== id));
          resolve(question.choices.find((known) => known.id === choice)?.id ?? null);
        };
        whenResting(() => $asked.set([...$asked.get(), { id, question, answer }]));
      });
    },
  };
}
