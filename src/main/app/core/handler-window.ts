/** The requesting window, as a feature's handlers see it. */
import type { DesktopWindow, WindowFace } from "./desktop";

export type HandlerWindow = WindowFace & {
  /** The workspace of the window. */
  readonly workspace: { root: string } | null;
  readonly desktop: DesktopWindow;
};
