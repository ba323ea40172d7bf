import type { Bridge, StartState } from "../../shared/contract";

declare global {
  interface Window {
    /** Put there by the preload: the only way from the page to main. */
    galley: Bridge;
  }
}

/** The answer to the page's first question, asked before anything else is loaded. */
export const started: Promise<StartState> = window.galley.request("app:start", undefined);
