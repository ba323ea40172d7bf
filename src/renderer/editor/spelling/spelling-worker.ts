import { Checker } from "./checker";
import type { Answer, Question } from "./worker-protocol";

let checker = new Checker([], []);

self.onmessage = ({ data }: MessageEvent<Question>) => {
  const answer = (words: string[]) => self.postMessage({ id: data.id, words } satisfies Answer);
  switch (data.ask) {
    case "load":
      checker = new Checker(data.dictionaries, data.words);
      return answer([]);
    case "check":
      return answer(data.words.filter((word) => !checker.isRight(word)));
    case "suggest":
      return answer(checker.suggest(data.word));
    case "add":
      checker.add(data.word);
      return answer([]);
  }
};
