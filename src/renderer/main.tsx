// Import this first: it requests the start state from main while the other modules are still being evaluated.
import { startState } from "./workbench/start-state";
import "./ui/fonts.css";
import "./ui/theme.css";
import "./ui/code-colours.css";
import "./workbench/page.css";
import "./ui/kit/styles";
import { StrictMode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { spokenLanguage } from "../shared/settings";
import { showAppearance } from "./ui/appearance";
import { ErrorBoundary } from "./ui/kit/error-boundary";
import { $language, setLanguage } from "./ui/language";
import { messages } from "./ui/messages";
import type { Notices } from "./ui/notices";
import { withoutEditorText } from "./ui/quiet-root";
import { themeFileReader } from "./ui/themes/theme-file-reader";
import { ShellProvider } from "./workbench/api/shell-context";
import { App } from "./workbench/app";
import { createShell } from "./workbench/shell";
import { createEditors } from "./workbench/tabs/create-editors";

const root = createRoot(withoutEditorText(document.getElementById("root") ?? document.body));

/** Runs after the frame with the first render has been painted. */
const afterPaint = (run: () => void) => requestAnimationFrame(() => setTimeout(run));

/** A function, so that the module is not loaded yet: its chunk imports this file's chunk and would wait for it. */
async function begin(): Promise<void> {
  const bridge = window.galley;
  const start = await startState;
  await setLanguage(spokenLanguage(start.settings, start.systemLanguage));
  const nonce = document.querySelector<HTMLMetaElement>("meta[name=style-nonce]")?.content ?? "";
  const shell = createShell(bridge, start, createEditors(nonce), focusedField);
  await showAppearance(shell.$settings, themeFileReader(bridge));
  reportUnexpectedErrors(shell.notices);
  const render = () =>
    root.render(
      <StrictMode>
        <ShellProvider shell={shell}>
          <ErrorBoundary>
            {/* A change of language renders everything again. Stores, editors and undo histories stay. */}
            <App key={$language.get()} />
          </ErrorBoundary>
        </ShellProvider>
      </StrictMode>,
    );
  flushSync(render);
  shell.$settings.listen((settings) => void setLanguage(spokenLanguage(settings, start.systemLanguage)));
  $language.listen(render);
  afterPaint(() => {
    // For external measurements: the first content is painted and typing works.
    performance.mark("galley:ready");
    document.documentElement.dataset["ready"] = "";
    void bridge.request("app:painted", undefined);
  });
}

/** Reports uncaught errors: in full in the console, and in one sentence to the user. The window keeps working. */
function reportUnexpectedErrors(notices: Notices): void {
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

/** Shown if the window could not start. */
function StartFailed({ reason }: { reason: string }) {
  return (
    <main className="start-failed stack spaced start inset-large" role="alert">
      <h1>{messages.galley}</h1>
      <p>{messages.unexpectedError(reason)}</p>
    </main>
  );
}

begin().catch((error: unknown) => {
  root.render(<StartFailed reason={error instanceof Error ? error.message : String(error)} />);
});

/** The focused text field outside the editor, with its undo and redo; null if there is none. */
function focusedField(): { undo(): void; redo(): void } | null {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement)) return null;
  // A field that is waiting for input, such as the one over a spreadsheet cell, has nothing to undo.
  if (focused.dataset["editing"] === "false") return null;
  // Deprecated, but the only way to use a field's own undo stack; Chromium keeps it for this purpose.
  return { undo: () => document.execCommand("undo"), redo: () => document.execCommand("redo") };
}
