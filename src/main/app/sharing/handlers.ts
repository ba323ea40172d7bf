import type { Handlers } from "../../../shared/contract";
import type { SharingRequests } from "../../../shared/sharing";
import { ToolError } from "../../engine/ports/tool-error";
import { realPathOf } from "../core/grants";
import type { HandlerWindow } from "../core/handler-window";
import { t } from "../core/messages";
import { outcomeIn, type WindowContext } from "../documents";
import type { SharingService } from "./sharing-service";

/** Requests of one window about the shared folder that its folder has joined. */
export function sharingHandlers(
  ctx: WindowContext,
  window: Pick<HandlerWindow, "workspace">,
  service: SharingService,
): Pick<Handlers, keyof SharingRequests> {
  const outcome = outcomeIn(ctx);
  const rootOf = async (): Promise<string> => {
    if (window.workspace === null) throw new ToolError("wrong_state", t.noFolderOpen);
    return realPathOf(window.workspace.root);
  };
  return {
    "sharing:state": async () => (window.workspace === null ? null : service.state(await rootOf())),
    "sharing:join": (link) =>
      outcome(async () => {
        await service.join(await rootOf(), link);
        return {};
      }),
    "sharing:leave": () =>
      outcome(async () => {
        await service.leave(await rootOf());
        return {};
      }),
    "sharing:look": async (at) => {
      if (window.workspace === null) return;
      service.lookAt(await rootOf(), at === null ? null : await realPathOf(at.path), at?.selection ?? null);
    },
  };
}
