import { expect, test } from "vitest";
import type { Comparison, TurnState } from "../../../../shared/conversation";
import type { LiveConversation } from "../conversations/live-conversation";
import { createEndedAnswers, type EndedAnswers } from "./ended-answers";

type Live = { status: TurnState["status"]; isRunning?: boolean; queue?: number };

/** Conversations by id; `compared` is the comparison of all of them. `end` gives one its last state. */
function answers(all: Record<string, Live>, compared?: Comparison) {
  const reported: string[] = [];
  const live = (id: string): LiveConversation | null => {
    const known = all[id];
    if (!known) return null;
    const turn = { ask: { kind: "words" }, model: `model of ${id}`, state: { status: known.status } };
    return {
      now: { id, folder: null, title: "Why?", turns: [turn], comparison: compared },
      running: known.isRunning ? {} : null,
      queue: Array.from({ length: known.queue ?? 0 }),
    } as unknown as LiveConversation;
  };
  const shown = ({ answers: ended }: EndedAnswers) =>
    ended.map(({ agent, isComplete }) => `${agent}${isComplete ? "" : " failed"}`).join(", ");
  const ended = createEndedAnswers({ live, ended: (some) => reported.push(shown(some)) });
  return {
    reported,
    end(id: string, status: TurnState["status"], queue = 0) {
      all[id] = { status, queue };
      const now = live(id);
      if (now) ended(now);
    },
  };
}

const running = (): Live => ({ status: "streaming", isRunning: true });
const compared = { members: ["a", "b", "c"], isChosen: false };

test("an answer of a conversation that is shown alone is reported when it ends by itself", () => {
  const it = answers({ a: running() });
  it.end("a", "done");
  it.end("a", "failed");
  it.end("a", "stopped");
  it.end("a", "done", 1);
  expect(it.reported).toEqual(["model of a", "model of a failed"]);
});

test("the answers of a comparison are reported together, when the last one has ended", () => {
  const it = answers({ a: running(), b: running(), c: running() }, compared);
  it.end("b", "done");
  it.end("a", "failed");
  expect(it.reported).toEqual([]);
  it.end("c", "done");
  expect(it.reported).toEqual(["model of b, model of a failed, model of c"]);
});

test("a follow-up to one of them is reported for that one, and a question that waits is no end", () => {
  const it = answers({ a: { status: "done" }, b: running(), c: { status: "failed" } }, compared);
  it.end("b", "done", 1);
  expect(it.reported).toEqual([]);
  it.end("b", "done");
  expect(it.reported).toEqual(["model of b"]);
});

test("answers that the user stops are not reported, and those that were chosen or closed are reported alone", () => {
  const it = answers({ a: running(), b: running() }, compared);
  it.end("a", "stopped");
  it.end("b", "stopped");
  expect(it.reported).toEqual([]);
  for (const other of [{ isChosen: true }, { closed: ["a"] }]) {
    const alone = answers({ a: running(), b: running(), c: running() }, { ...compared, ...other });
    alone.end("a", "done");
    expect(alone.reported).toEqual(["model of a"]);
  }
});
