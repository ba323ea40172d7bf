import { type ConversationId, sideBySide } from "../../../../shared/conversation";
import type { LiveConversation } from "../conversations/live-conversation";
import { sharedDraftKey } from "./recipients";

/** Answers that have ended by themselves: one, or those of a comparison; `agent`: the name of who answered. */
export type EndedAnswers = {
  /** The conversation to show. */
  conversation: ConversationId;
  folder: string | null;
  title: string;
  answers: { agent: string; isComplete: boolean }[];
};

type Deps = {
  /** The conversation; null if it was deleted. */
  live(id: ConversationId): LiveConversation | null;
  ended(answers: EndedAnswers): void;
};

type Answer = EndedAnswers["answers"][number];

/**
 * Reports answers that have ended by themselves: one of a conversation that is shown alone at once, those of a comparison together, as soon as none of its
 * members is answering. One that the user stopped is not reported, and one that another question follows is not the end.
 */
export function createEndedAnswers({ live: liveOf, ended }: Deps): (live: LiveConversation) => void {
  /** The answers of comparisons in which another one is still running, by comparison and member. */
  const waiting = new Map<string, Map<ConversationId, Answer>>();

  return (live) => {
    const { now } = live;
    const members = sideBySide(now);
    const report = (answers: Answer[]) =>
      ended({ conversation: now.id, folder: now.folder, title: now.title, answers });
    const answer = answerOf(live);
    if (members === null) {
      if (answer !== null) report([answer]);
      return;
    }
    const key = sharedDraftKey(now);
    const answers = waiting.get(key) ?? new Map<ConversationId, Answer>();
    if (answer !== null) answers.set(now.id, answer);
    waiting.set(key, answers);
    if (members.some((member) => isGoing(liveOf(member)))) return;
    waiting.delete(key);
    if (answers.size > 0) report([...answers.values()]);
  };
}

/** Whether a question is being answered, or the next one is about to be sent. */
const isGoing = (live: LiveConversation | null): boolean =>
  live !== null && (live.running !== null || isFollowed(live));

const isFollowed = ({ now, queue }: LiveConversation): boolean =>
  queue.length > 0 && now.turns.at(-1)?.state.status === "done";

/** Null if the user stopped it, or if it is not the answer of a model or an agent, or not the last one. */
function answerOf(live: LiveConversation): Answer | null {
  const last = live.now.turns.at(-1);
  if (last === undefined || last.ask.kind === "tool" || last.model === null || isFollowed(live)) return null;
  const { status } = last.state;
  const isEnd = status === "done" || status === "failed" || status === "limited";
  return isEnd ? { agent: last.model, isComplete: status === "done" } : null;
}
