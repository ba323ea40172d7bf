/** The requesting window, as a feature's handlers see it. */
import type { Workspace } from "../../../shared/contract";
import type { DesktopWindow, WindowHandle } from "./desktop";

export type HandlerWindow = WindowHandle & {
  /** The workspace of the window. */
  readonly workspace: Workspace | null;
  readonly desktop: DesktopWindow;
};
