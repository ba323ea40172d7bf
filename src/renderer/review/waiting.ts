import { atom } from "nanostores";
import type { Bridge, ReviewedDocument } from "../../shared/contract";

/** Writes that come close together are counted once, in milliseconds. */
const REST = 150;

export type Waiting = ReturnType<typeof createWaiting>;

/** How many edits wait for review in each document of the folder, open or not. Nothing is asked before main has told of any. */
export function createWaiting(bridge: Bridge, restMs = REST) {
  const $documents = atom<readonly ReviewedDocument[]>([]);
  let asked = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Whoever shows the edits themselves asks for more than how many there are. */
  let readers = 0;

  const ask = async () => {
    asked += 1;
    const mine = asked;
    const answer = await bridge.request("review:list", readers > 0 ? "hunks" : "counts");
    if (answer.ok && mine === asked) $documents.set(answer.documents);
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), restMs);
  };
  bridge.listen("review:changed", soon);
  bridge.listen("workspace:opened", soon);

  return {
    /** The one written last first; their hunks are there while somebody shows them. */
    $documents,
    /** Shows the edits themselves until the answer is called. */
    show(): () => void {
      readers += 1;
      void ask();
      return () => {
        readers -= 1;
      };
    },
    /** How many wait in a file, or in all files of a folder, as the tree names it. */
    countIn: (path: string, documents: readonly ReviewedDocument[]): number =>
      documents.reduce((sum, { shown, count }) => (shown === path || isBelow(shown, path) ? sum + count : sum), 0),
  };
}

const isBelow = (path: string, folder: string) =>
  path.startsWith(folder) && (path[folder.length] === "/" || path[folder.length] === "\\");
