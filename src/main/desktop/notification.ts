import { Notification } from "electron";

/** The notifications on the screen. Without a reference Electron drops a notification, and its click with it. */
const openNotifications = new Set<Notification>();

/** Shows a system notification in plain text. Returns a function that removes it; null if the system has no notifications. */
export function showNotification(
  { title, body }: { title: string; body: string },
  clicked: () => void,
): (() => void) | null {
  if (!Notification.isSupported()) return null;
  // Notification servers on Linux interpret markup.
  const notification = new Notification({ title, body: body.replaceAll("<", "‹") });
  openNotifications.add(notification);
  const gone = (): void => void openNotifications.delete(notification);
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
