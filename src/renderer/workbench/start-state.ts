import type { Bridge, StartState } from "../../shared/contract";

declare global {
  interface Window {
    /** Provided by the preload script: the only connection from the window to main. */
    galley: Bridge;
  }
}

/** The start state, requested before anything else is loaded. */
export const startState: Promise<StartState> = window.galley.request("app:start", undefined);
