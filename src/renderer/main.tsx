// Import this first: it requests the start state from main while the other modules are still being evaluated.
import { started } from "./workbench/started";
import "./ui/fonts.css";
import "./ui/theme.css";
import "./workbench/page.css";
import { StrictMode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { spokenLanguage } from "../shared/settings";
import { showAppearance } from "./ui/appearance";
import { RoomBoundary } from "./ui/error-boundary";
import { fieldInUse } from "./ui/field-in-use";
import { $language, speak } from "./ui/language";
import { ShellContext } from "./ui/shell-context";
import { App } from "./workbench/app";
import { createShell } from "./workbench/shell";
import { StartFailed } from "./workbench/start-failed";
import { pageCopies } from "./workbench/tabs/create-editors";
import { reportSurprises } from "./workbench/unexpected-errors";

const root = createRoot(document.getElementById("root") ?? document.body);

/** Runs after the frame with the first render has been painted. */
const afterPaint = (run: () => void) => requestAnimationFrame(() => setTimeout(run));

/** A function, so that the module is not loaded yet: its chunk imports this file's chunk and would wait for it. */
async function begin(): Promise<void> {
  const bridge = window.galley;
  const start = await started;
  await speak(spokenLanguage(start.settings, start.systemLanguage));
  const nonce = document.querySelector<HTMLMetaElement>("meta[name=style-nonce]")?.content ?? "";
  const shell = createShell(bridge, start, pageCopies(nonce), fieldInUse);
  await showAppearance(shell.$settings);
  reportSurprises(shell.notices);
  const render = () =>
    root.render(
      <StrictMode>
        <ShellContext value={shell}>
          <RoomBoundary>
            {/* A change of language renders everything again. Stores, editors and undo histories stay. */}
            <App key={$language.get()} />
          </RoomBoundary>
        </ShellContext>
      </StrictMode>,
    );
  flushSync(render);
  shell.$settings.listen((settings) => void speak(spokenLanguage(settings, start.systemLanguage)));
  $language.listen(render);
  afterPaint(() => {
    // For external measurements: the first content is painted and typing works.
    performance.mark("galley:ready");
    document.documentElement.dataset["ready"] = "";
    void bridge.request("app:painted", undefined);
  });
}

begin().catch((trouble: unknown) => {
  root.render(<StartFailed why={trouble instanceof Error ? trouble.message : String(trouble)} />);
});
