import { setTimeout as sleep } from "node:timers/promises";
import { inspect, inspectorAddress } from "./inspector.mjs";

const NO_ANSWER = Symbol("no answer");

/** The maximum time to wait for anything, in milliseconds. A busy machine takes most of a minute to show the first window. */
const PATIENCE_MS = 180_000;

/** The maximum time to wait for one answer, in milliseconds: a page that is being replaced never answers. */
const ANSWER_TIMEOUT_MS = 5_000;

/** Repeats `ask` until it returns a truthy value, for at most three minutes; the error names what it waited for. */
export async function waitFor(what, ask) {
  let last;
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(50)) {
    try {
      const answer = await Promise.race([ask(), sleep(ANSWER_TIMEOUT_MS, NO_ANSWER, { ref: false })]);
      if (answer === NO_ANSWER) last = new Error("no answer came");
      else if (answer) return answer;
    } catch (error) {
      last = error;
    }
  }
  throw new Error(`waited three minutes for ${what}${last ? `: ${last.message}` : ""}`);
}

/**
 * Inspects an app that was started with `--inspect=0` through its main process. The debugging port of the renderer stays closed in a packaged app, so
 * the renderer is reached through its window, and keys are sent as input events.
 */
export async function inspectApp(running) {
  const address = await Promise.race([
    waitFor("the inspector", () => inspectorAddress(running.output)),
    running.ended.then((end) => {
      throw new Error(`it ended (${end}) before it had an inspector: ${running.output.slice(-500)}`);
    }),
  ]);
  const main = await inspect(address);
  const page = "electron.BrowserWindow.getAllWindows()[0].webContents";
  const inPage = (source) => main.evaluate(`${page}.executeJavaScript(${JSON.stringify(source)})`);
  await waitFor("the page", () =>
    main.evaluate(`${page}?.isLoading() === false && ${page}.getURL().startsWith("galley:")`),
  );
  return {
    main,
    inPage,
    text: () => inPage(`document.querySelector(".cm-content")?.innerText ?? ""`),
    tabs: () => inPage(`[...document.querySelectorAll('[role="tab"]')].map((tab) => tab.textContent)`),
    async type(text) {
      await inPage(`document.querySelector(".cm-content").focus()`);
      for (const key of text) {
        await main.evaluate(
          `["keyDown", "char", "keyUp"].forEach((type) => ${page}.sendInputEvent({ type, keyCode: ${JSON.stringify(key)} }))`,
        );
      }
    },
    async quit() {
      await main.evaluate("setTimeout(() => electron.app.quit(), 50) && true");
      main.close();
      return running.ended;
    },
  };
}
