import type { Bridge } from "../../../shared/contract";
import type { ReadThemeFile } from "./current-theme";

/** Reads theme files from the data folder. */
export const themeFileReader =
  (bridge: Pick<Bridge, "request">): ReadThemeFile =>
  async (name) => {
    const answer = await bridge.request("styles:read", { kind: "theme", name });
    return answer.ok ? new TextDecoder().decode(answer.bytes) : null;
  };
