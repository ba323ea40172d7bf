// First: it asks main for the start state while the rest of the page is still being evaluated.
import { started } from "./started";
import "./ui/fonts.css";
import "./ui/theme.css";
import "./ui/page.css";
import { StrictMode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { createShell } from "./shell";
import { pageCopies } from "./tabs/page-copies";
import { App } from "./ui/app";
import { showAppearance } from "./ui/appearance";
import { fieldInUse } from "./ui/field-in-use";
import { RoomBoundary } from "./ui/room-boundary";
import { ShellContext } from "./ui/shell-context";
import { StartFailed } from "./ui/start-failed";
import { reportSurprises } from "./ui/surprises";

const root = createRoot(document.getElementById("root") ?? document.body);

/** Runs once the frame that shows what was just rendered has gone to the screen. */
const afterPaint = (run: () => void) => requestAnimationFrame(() => setTimeout(run));

try {
  const bridge = window.galley;
  const start = await started;
  document.documentElement.lang = "en";
  const nonce = document.querySelector<HTMLMetaElement>("meta[name=style-nonce]")?.content ?? "";
  const shell = createShell(bridge, start, pageCopies(nonce), fieldInUse);
  showAppearance(shell.$settings);
  reportSurprises(shell.notices);
  flushSync(() =>
    root.render(
      <StrictMode>
        <ShellContext value={shell}>
          <RoomBoundary>
            <App />
          </RoomBoundary>
        </ShellContext>
      </StrictMode>,
    ),
  );
  afterPaint(() => {
    // For whoever measures from outside: what the start brought is on the screen, and typing works.
    performance.mark("galley:ready");
    document.documentElement.dataset["ready"] = "";
    void bridge.request("app:painted", undefined);
  });
} catch (trouble) {
  root.render(<StartFailed why={trouble instanceof Error ? trouble.message : String(trouble)} />);
}
