import type { Caller, Envelope } from "../../engine/ports/caller";
import { withNews } from "../../engine/ports/news";
import type { Decision } from "../../engine/ports/review";
import { isWithin } from "../../engine/storage";
import { realPathSync } from "../core/grants";

/** What the user has undone, or Galley has put back, of the edits that agents made past Galley's tools, until the agent's next call. */
export type UndoneEdits = {
  add(decision: Decision): void;
  /** What an agent wrote into a protected passage of this file was put back. */
  putBack(write: { realPath: string; by: string }): void;
  /** The answer with what the caller does not know yet of its own edits; each is said once. */
  withNews(envelope: Envelope, caller: Caller): Envelope;
};

const MAX_EDITS = 50;
const MAX_TEXT = 160;

type Undone = { realPath: string; by: string; sentence: string };

/** An agent may have one name in its hook and another over MCP, which differ in signs and case: `Claude Code`, `claude-code`. */
const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

const clipped = (text: string): string =>
  JSON.stringify((text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text).toWellFormed());

export function createUndoneEdits(): UndoneEdits {
  let waiting: Undone[] = [];
  return {
    add({ outcome, write, realPath, inserted, removed }) {
      if (outcome !== "undone" || write.reason !== "found on disk") return;
      const sentence = `The user undid your edit in ${realPath}: ${clipped(inserted)} is again ${clipped(removed)}.`;
      waiting = [...waiting, { realPath, by: plain(write.by), sentence }].slice(-MAX_EDITS);
    },
    putBack({ realPath, by }) {
      const sentence = `You changed a passage of ${realPath} that the user protects: its words were put back. Leave it as it is; comment on it, or ask the user.`;
      waiting = [
        ...waiting.filter((each) => each.sentence !== sentence || each.by !== plain(by)),
        { realPath, by: plain(by), sentence },
      ].slice(-MAX_EDITS);
    },
    withNews(envelope, { name, roots }) {
      if (waiting.length === 0) return envelope;
      const reached = roots.map(realPathSync);
      const own = waiting.filter(
        ({ by, realPath }) => by === plain(name) && reached.some((root) => isWithin(realPath, root)),
      );
      if (own.length === 0) return envelope;
      waiting = waiting.filter((each) => !own.includes(each));
      const lines = own.map(({ sentence }) => sentence).join("\n");
      return withNews(envelope, `\n${lines}`);
    },
  };
}
