import { atom } from "nanostores";
import type { Bridge, StartState } from "../../../shared/contract";
import { words } from "../../ui/messages";
import type { Notices } from "../../ui/notices";

/** How long the way back is offered beside the footer, in milliseconds. */
const PAUSED_MS = 15_000;

export type Agents = ReturnType<typeof createAgents>;

/** Who is connected right now. Comings and goings are announced to the screen reader. */
export function createAgents(
  bridge: Bridge,
  notices: Notices,
  { agents, areAgentsPaused }: Pick<StartState, "agents" | "areAgentsPaused">,
) {
  const $agents = atom<StartState["agents"]>(agents);
  const $areAllPaused = atom(areAgentsPaused);
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
    const { keptOut, isAllPaused } = await bridge.request("agents:state", undefined);
    $areAllPaused.set(isAllPaused);
    const asking = keptOut.filter(({ why }) => why === "asked").length;
    if (asking > $asking.get()) notices.tell(words.agents.asking(asking));
    $asking.set(asking);
  });
  /** The notice with the way back, where there was one. */
  let told: number | null = null;

  /** Says so with the way back. */
  async function pauseAll(isPaused: boolean): Promise<void> {
    const say = words.agents;
    await bridge.request("agents:pause-all", { isPaused });
    if (isPaused) {
      const action = { label: say.resumeAll, run: () => void pauseAll(false) };
      told = notices.tell(say.allPaused, { hint: say.allPausedHint, action, stay: PAUSED_MS });
      return;
    }
    if (told !== null) notices.dismiss(told);
    told = null;
    const held = $agents.get().filter(({ door, access }) => door !== "panel" && access !== "write").length;
    notices.tell(say.allResumed, held > 0 ? { hint: say.stillHeld(held) } : {});
  }

  return {
    $agents,
    /** Whether the user has paused all agents from outside at once. */
    $areAllPaused,
    /** Pauses all agents from outside, or lets them go on. */
    pauseAll,
    /** How many HTTP clients wait for the person to let them in. */
    $asking,
  };
}
