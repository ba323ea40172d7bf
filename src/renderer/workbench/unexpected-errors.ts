import { messages } from "../ui/messages";
import type { Notices } from "../ui/notices";

/** Reports uncaught errors: in full in the console, and in one sentence to the user. The window keeps working. */
export function reportUnexpectedErrors(notices: Notices): void {
  const report = (error: unknown) => {
    const what = error instanceof Error ? error.message : String(error);
    notices.error(messages.unexpectedError(what));
  };
  window.addEventListener("unhandledrejection", (event) => report(event.reason));
  window.addEventListener("error", (event) => {
    // Chromium reports with this that an observer is notified a frame later; it is harmless.
    if (!event.message.startsWith("ResizeObserver loop")) report(event.error ?? event.message);
  });
}
