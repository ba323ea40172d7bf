/** The window whose page asks, as a feature's handlers see it. */
import type { DesktopWindow, WindowFace } from "./desktop";

export type HandlerWindow = WindowFace & {
  /** The folder that is open in it. */
  readonly workspace: { root: string } | null;
  readonly desktop: DesktopWindow;
};
