import { atom } from "nanostores";
import type { Agent, Bridge } from "../../shared/contract";
import type { Notices } from "../ui/notices";
import { words } from "../ui/words";

export type Agents = ReturnType<typeof createAgents>;

/** Who is connected right now. Comings and goings are announced to the screen reader. */
export function createAgents(bridge: Bridge, notices: Notices, start: readonly Agent[]) {
  const $agents = atom<readonly Agent[]>(start);
  bridge.listen("agents:changed", (now) => {
    const before = $agents.get();
    $agents.set(now);
    const joined = now.filter(({ id }) => !before.some((agent) => agent.id === id));
    const left = before.filter(({ id }) => !now.some((agent) => agent.id === id));
    for (const { name } of joined) notices.announce(words.agents.joined(name));
    for (const { name } of left) notices.announce(words.agents.left(name));
  });
  return { $agents };
}
