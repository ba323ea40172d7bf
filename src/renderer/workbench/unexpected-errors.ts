import { words } from "../ui/messages";
import type { Notices } from "../ui/notices";

/** What nobody caught: the console gets it whole, the person one sentence. The page goes on. */
export function reportSurprises(notices: Notices): void {
  const tell = (trouble: unknown) => {
    const what = trouble instanceof Error ? trouble.message : String(trouble);
    notices.problem(words.surprise(what));
  };
  window.addEventListener("unhandledrejection", (event) => tell(event.reason));
  window.addEventListener("error", (event) => {
    // Chromium's way of saying that an observer will be told a frame later; nothing is wrong.
    if (!event.message.startsWith("ResizeObserver loop")) tell(event.error ?? event.message);
  });
}
