import type { BlockedClient } from "../../../shared/agents";
import { escapeInvisibles } from "../../../shared/escape-invisibles";
import type { Desktop, Send } from "../core/desktop";
import { t } from "../core/messages";

/** Notifications by the desktop while no window has the focus, each under a key. */
type Notices = {
  show(key: string, notification: Parameters<Desktop["notify"]>[0], clicked: () => void): void;
  keepOnly(prefix: string, keys: readonly string[]): void;
};

/** Notifies of clients that want to connect over HTTP. The notification leads to the list of agents. */
export const createClientNotices = (notices: Notices, front: () => { bringToFront(): void; send: Send }) => ({
  asked(name: string): void {
    const notification = { title: t.waiting.client(escapeInvisibles(name)), body: t.waiting.clientBody };
    notices.show(`http ${name}`, notification, () => {
      front().bringToFront();
      front().send("command", "show-agents");
    });
  },
  /** Withdraws the notifications of clients that no longer ask. */
  update(blocked: readonly BlockedClient[]): void {
    const asking = blocked.filter(({ why }) => why === "asked");
    notices.keepOnly(
      "http ",
      asking.map(({ name }) => `http ${name}`),
    );
  },
});
