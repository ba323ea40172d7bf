import { useEffect, useState } from "react";
import type { AgentRecord, AgentsState } from "../../../shared/agents";
import { useBridge } from "../../workbench/api/parts";

/** Main's state of past, blocked and paused agents, kept up to date; null until main has answered. */
export function useAgentsState(): AgentsState | null {
  const bridge = useBridge();
  const [state, setState] = useState<AgentsState | null>(null);
  useEffect(() => whileShown(() => bridge.request("agents:state", undefined), setState, bridge), [bridge]);
  return state;
}

/** The calls of an agent, kept up to date; null until main has answered. */
export function useAgentRecord(id: string): AgentRecord | null {
  const bridge = useBridge();
  const [record, setRecord] = useState<AgentRecord | null>(null);
  useEffect(() => {
    const show = (answer: AgentRecord | null) => setRecord(answer ?? { calls: [], more: 0, events: [] });
    return whileShown(() => bridge.request("agents:record", id), show, bridge);
  }, [bridge, id]);
  return record;
}

/** Shows main's answer now and after each change; ignores an answer that a newer one has overtaken. */
function whileShown<Answer>(
  request: () => Promise<Answer>,
  show: (answer: Answer) => void,
  bridge: Pick<ReturnType<typeof useBridge>, "listen">,
): () => void {
  let requested = 0;
  const ask = () => {
    requested += 1;
    const mine = requested;
    request().then(
      (answer) => mine === requested && show(answer),
      () => undefined,
    );
  };
  ask();
  const stop = bridge.listen("agents:state-changed", ask);
  return () => {
    requested += 1;
    stop();
  };
}
