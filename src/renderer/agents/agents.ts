import { atom } from "nanostores";
import type { Agent, Bridge } from "../../shared/contract";
import type { Notices } from "../ui/notices";
import { words } from "../ui/words";

export type Agents = ReturnType<typeof createAgents>;

/** Who is connected right now. Comings and goings are announced to the screen reader. */
export function createAgents(bridge: Bridge, notices: Notices, start: readonly Agent[]) {
  const $agents = atom<readonly Agent[]>(start);
  const $asking = atom(0);
  bridge.listen("agents:changed", (now) => {
    const before = $agents.get();
    $agents.set(now);
    const joined = now.filter(({ id }) => !before.some((agent) => agent.id === id));
    const left = before.filter(({ id }) => !now.some((agent) => agent.id === id));
    for (const { name } of joined) notices.announce(words.agents.joined(name));
    for (const { name } of left) notices.announce(words.agents.left(name));
  });
  // Not asked at the start: until somebody comes nobody can have asked to come in.
  bridge.listen("agents:state-changed", async () => {
    const { keptOut } = await bridge.request("agents:state", undefined);
    const asking = keptOut.filter(({ why }) => why === "asked").length;
    if (asking > $asking.get()) notices.tell(words.agents.asking(asking));
    $asking.set(asking);
  });
  return {
    $agents,
    /** How many HTTP clients wait for the person to let them in. */
    $asking,
  };
}
