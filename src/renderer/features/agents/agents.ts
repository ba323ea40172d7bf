import { atom } from "nanostores";
import { serialQueue } from "../../../core/async/serial-queue";
import type { Bridge, StartState } from "../../../shared/contract";
import { messages } from "../../ui/messages";
import type { Notices } from "../../ui/notices";
import type { AgentList, Agents } from "../../workbench/api/feature-stores";

/** The store of connected agents. Announces connections and disconnections to screen readers. */
export function createAgents(
  bridge: Bridge,
  notices: Notices,
  { agents, areAgentsPaused }: Pick<StartState, "agents" | "areAgentsPaused">,
): Agents {
  const $agents = atom<StartState["agents"]>(agents);
  const $areAllPaused = atom(areAgentsPaused);
  const $asking = atom(0);
  bridge.listen("agents:changed", (now) => {
    const before = $agents.get();
    $agents.set(now);
    const joined = now.filter(({ id }) => !before.some((agent) => agent.id === id));
    const left = before.filter(({ id }) => !now.some((agent) => agent.id === id));
    for (const { name } of joined) notices.announce(messages.agents.joined(name));
    for (const { name } of left) notices.announce(messages.agents.disconnected(name));
  });
  // No request at startup: nobody can be waiting before the first change event.
  bridge.listen("agents:state-changed", async () => {
    const { blocked, isAllPaused } = await bridge.request("agents:state", undefined);
    $areAllPaused.set(isAllPaused);
    const asking = blocked.filter(({ why }) => why === "asked").length;
    if (asking > $asking.get()) notices.info(messages.agents.asking(asking));
    $asking.set(asking);
  });
  /** The open "agents paused" notice, if any. */
  let noticeId: number | null = null;
  /** The lists of agents that are on the page: they say themselves whether agents are paused, with the way back. */
  const lists = new Set<AgentList>();

  const dismissNotice = () => {
    if (noticeId !== null) notices.dismiss(noticeId);
    noticeId = null;
  };

  const enqueue = serialQueue();
  /** In the order of the requests, so that the last notice is about the state that holds. */
  const pauseAll = (isPaused: boolean): Promise<void> => enqueue(() => pauseAllNow(isPaused));

  /** Says so with the way back, where no list on the page does. */
  async function pauseAllNow(isPaused: boolean): Promise<void> {
    const t = messages.agents;
    await bridge.request("agents:pause-all", { isPaused });
    dismissNotice();
    if (lists.size > 0) {
      notices.announce(isPaused ? t.allPaused : t.allResumed);
      return;
    }
    if (isPaused) {
      noticeId = notices.info(t.allPaused, { action: { label: t.resumeAll, run: () => void pauseAll(false) } });
      return;
    }
    const restrictedCount = $agents
      .get()
      .filter(({ transport, access }) => transport !== "panel" && access !== "write").length;
    notices.info(t.allResumed, restrictedCount > 0 ? { hint: t.stillPaused(restrictedCount) } : {});
  }

  return {
    $agents,
    $areAllPaused,
    pauseAll,
    listShown(list: AgentList, isShown: boolean): void {
      if (isShown) lists.add(list);
      else lists.delete(list);
      if (isShown) dismissNotice();
    },
    $asking,
  };
}
