/** The requesting window, as a feature's handlers see it. */
import type { DesktopWindow, WindowHandle } from "./desktop";

export type HandlerWindow = WindowHandle & {
  /** The workspace of the window. */
  readonly workspace: { root: string } | null;
  readonly desktop: DesktopWindow;
};
