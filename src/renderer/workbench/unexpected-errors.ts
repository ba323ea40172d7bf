import { words } from "../ui/messages";
import type { Notices } from "../ui/notices";

/** Reports uncaught errors: in full in the console, and in one sentence to the user. The window keeps working. */
export function reportSurprises(notices: Notices): void {
  const tell = (trouble: unknown) => {
    const what = trouble instanceof Error ? trouble.message : String(trouble);
    notices.problem(words.surprise(what));
  };
  window.addEventListener("unhandledrejection", (event) => tell(event.reason));
  window.addEventListener("error", (event) => {
    // Chromium reports with this that an observer is notified a frame later; it is harmless.
    if (!event.message.startsWith("ResizeObserver loop")) tell(event.error ?? event.message);
  });
}
