import { useEffect, useState } from "react";
import type { AgentsState } from "../../../shared/agents";
import { useBridge } from "../../workbench/api/parts";

/** Main's state of past, blocked and paused agents, kept up to date; null until main has answered. */
export function useAgentsState(): AgentsState | null {
  const bridge = useBridge();
  const [state, setState] = useState<AgentsState | null>(null);
  useEffect(() => {
    let asked = 0;
    const ask = () => {
      asked += 1;
      const mine = asked;
      // Ignore an answer that a newer one has overtaken.
      bridge.request("agents:state", undefined).then(
        (answer) => mine === asked && setState(answer),
        () => undefined,
      );
    };
    ask();
    const stop = bridge.listen("agents:state-changed", ask);
    return () => {
      asked += 1;
      stop();
    };
  }, [bridge]);
  return state;
}
