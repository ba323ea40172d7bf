import type { MenuCommands } from "../../../shared/commands";
import type { CommandContext } from "./command-context";

/** The commands of the menus Window and Help. */
export function windowAndHelpCommands({
  tabs,
  layout,
  agents,
}: CommandContext): MenuCommands<"window"> & MenuCommands<"help"> {
  return {
    "move-tab-to-new-window": async () => {
      const active = tabs.$active.get();
      if (active !== null) await tabs.moveToWindow(active);
    },
    "connect-agent": () => layout.showConnect(),
    "show-agents": () => layout.showAgents(),
    "pause-agents": () => agents.pauseAll(true),
    "resume-agents": () => agents.pauseAll(false),
    "set-up-models": () => layout.showSetup(),
    diagnostics: () => layout.showDiagnostics(),
    "show-approvals": () => layout.showSettings("approvals"),
  };
}
