import { useEffect, useRef, useState } from "react";
import type { Alternative } from "../../../shared/assistant-requests";
import type { Notice } from "../../../shared/contract";
import { messages as uiMessages } from "../../ui/messages";
import type { Passage } from "../../workbench/api/feature-stores";
import { useBridge } from "../../workbench/api/parts";

/** The number of alternatives. */
const COUNT = 3;

/** The state of a rewrite: not requested, rejected, or its alternatives as they stream in. */
export type RewriteState =
  | { status: "idle" }
  | { status: "refused"; why: Notice }
  | { status: "asked"; id: string; alternatives: readonly Alternative[] };

/** Requests alternatives to a passage and receives them. A running request is cancelled on unmount. */
export function useRewrite({ tab, from, to, text }: Passage) {
  const bridge = useBridge();
  const [state, setState] = useState<RewriteState>({ status: "idle" });
  const running = useRef<string | null>(null);
  const [range] = useState(() => ({ from: tab.editor.trackPosition(from), to: tab.editor.trackPosition(to) }));

  const stop = () => {
    if (running.current !== null) void bridge.request("assistant:stop-rewrite", running.current);
  };

  useEffect(
    () =>
      bridge.listen("assistant:rewriting", ({ rewrite, index, alternative }) => {
        if (rewrite !== running.current) return;
        setState((before) =>
          before.status === "asked" && before.id === rewrite
            ? { ...before, alternatives: before.alternatives.with(index, alternative) }
            : before,
        );
      }),
    [bridge],
  );
  useEffect(
    () => () => {
      stop();
      range.from.stop();
      range.to.stop();
    },
    [],
  );

  const ask = async (instruction: string): Promise<void> => {
    stop();
    const id = crypto.randomUUID();
    running.current = id;
    setState({
      status: "asked",
      id,
      alternatives: Array.from({ length: COUNT }, (): Alternative => ({ text: "", state: { status: "asking" } })),
    });
    const answer = await bridge
      .request("assistant:rewrite", { rewrite: id, text, instruction, count: COUNT })
      .catch((error) => ({
        ok: false as const,
        error: { code: "failed", message: uiMessages.unexpectedError(String(error)) },
      }));
    if (!answer.ok && running.current === id) setState({ status: "refused", why: answer.error });
  };

  /** Replaces the passage by an alternative; returns null, or the error. */
  const take = async (index: number): Promise<Notice | null> => {
    if (state.status !== "asked") return null;
    const chosen = state.alternatives[index];
    if (chosen?.state.status !== "done") return null;
    const { editor } = tab;
    await editor.flush();
    const [start, end] = [range.from.position(), range.to.position()];
    const now = editor.content().sliceString(start, end);
    if (editor.$info.get().path === null) {
      // Without a file there is no review, so it becomes an edit of the user.
      editor.edit({ changes: { from: start, to: end, insert: chosen.text }, userEvent: "input.rewrite" });
      return null;
    }
    const answer = await bridge.request("assistant:apply-rewrite", {
      rewrite: state.id,
      index,
      doc: tab.doc,
      from: start,
      now,
    });
    return answer.ok ? null : answer.error;
  };

  return { state, ask, take, stop };
}
