import { existsSync } from "node:fs";
import { homedir } from "node:os";
import type { Handlers } from "../../../shared/contract";
import type { DiagnosticsRequests } from "../../../shared/diagnostics";
import { ToolError } from "../../engine/ports/tool-error";
import { t } from "../core/messages";
import { type AppContext, outcomeIn } from "../documents";
import type { DiagnosticsService } from "./diagnostics-service";
import { diagnosticsText } from "./diagnostics-text";

/** Requests of the diagnostics view. */
export function diagnosticsHandlers(
  ctx: AppContext,
  { service, agents }: { service(): Promise<DiagnosticsService>; agents(): number },
): Pick<Handlers, keyof DiagnosticsRequests> {
  const outcome = outcomeIn(ctx);
  const there = (path: string): string => {
    if (existsSync(path)) return path;
    throw new ToolError("not_found", t.diagnostics.notThere(path));
  };

  return {
    "diagnostics:read": () => outcome(async () => ({ diagnostics: await (await service()).read("counts") })),
    "diagnostics:check": () => outcome(async () => ({ diagnostics: await (await service()).read("every page") })),
    "diagnostics:show": (place) =>
      outcome(async () => {
        ctx.desktop.reveal(there(await (await service()).pathOf(place)));
        return {};
      }),
    "diagnostics:open-log": () =>
      outcome(async () => {
        const { log } = await service();
        const why = await ctx.desktop.openPath(there(log));
        if (why) ctx.desktop.reveal(log);
        return {};
      }),
    "diagnostics:copy": () =>
      outcome(async () => {
        const found = await (await service()).read("counts");
        ctx.desktop.copy(diagnosticsText(found, { home: homedir(), agents: agents() }));
        return {};
      }),
  };
}
