import { atom } from "nanostores";

/** A question that the page waits for. The first choice is the one that Enter takes. */
export type Question<Id extends string = string> = {
  title: string;
  detail: string;
  choices: { id: Id; label: string; kind?: "main" | "dangerous" }[];
};

type Asked = { id: number; question: Question; answer(choice: string | null): void };

export type Questions = ReturnType<typeof createQuestions>;

/**
 * Questions in words, one at a time, in the order they were asked. `whenResting` may keep one back: what it is about can take
 * so long that the user types elsewhere by then.
 */
export function createQuestions(whenResting: (act: () => void) => void = (act) => act()) {
  const $asked = atom<readonly Asked[]>([]);
  let last = 0;

  return {
    $asked,
    /** Answers with the choice's id; null where the person cancelled. */
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
