import { Notification } from "electron";

/** Those on the screen: Electron drops one that nobody holds, and its click with it. */
const shown = new Set<Notification>();

/** Shows a notification of the system in plain text; answers with what takes it away, null where the system has none. */
export function showNotification(
  { title, body }: { title: string; body: string },
  clicked: () => void,
): (() => void) | null {
  if (!Notification.isSupported()) return null;
  // Servers on Linux read markup in it.
  const notification = new Notification({ title, body: body.replaceAll("<", "‹") });
  shown.add(notification);
  const gone = (): void => void shown.delete(notification);
  notification.once("click", () => {
    gone();
    clicked();
  });
  notification.once("close", gone);
  notification.once("failed", gone);
  notification.show();
  return () => {
    gone();
    notification.close();
  };
}
