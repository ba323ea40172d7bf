import { type AddressInfo, createServer } from "node:net";
import type { GalleyApp } from "../launch";

/** Records what a hostile document has reached. The list should stay empty. */
export type EscapeWatch = {
  /** A host with a port, at which the requests of a document would arrive. */
  host: string;
  findEscapes(): Promise<string[]>;
  stop(): void;
};

/** Watches everything by which a document could escape. The app's own dialogs count unless a test has answered them. */
export async function watchForEscapes(galley: GalleyApp): Promise<EscapeWatch> {
  const found: string[] = [];
  const server = createServer((socket) => {
    found.push("a connection was made");
    socket.destroy();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  await galley.app.evaluate(({ app, BrowserWindow, dialog, session, shell }) => {
    const log: string[] = [];
    (globalThis as { hostileLog?: string[] }).hostileLog = log;
    for (const eachSession of [session.defaultSession, session.fromPartition("galley-print")]) {
      eachSession.webRequest.onBeforeSendHeaders((details, answer) => {
        if (!/^(?:galley|data|blob|devtools|chrome-error):/.test(details.url)) log.push(`request ${details.url}`);
        answer({});
      });
      // A request that Galley's own guard has blocked was attempted nevertheless.
      eachSession.webRequest.onErrorOccurred(({ url, error }) => {
        if (/^(?:https?|wss?|ftp|file):/.test(url)) log.push(`request ${url}, which ended with ${error}`);
      });
      eachSession.on("will-download", (_, item) => log.push(`download ${item.getURL()}`));
    }
    for (const window of BrowserWindow.getAllWindows())
      window.webContents.on("did-navigate", (_, url) => log.push(`navigation ${url}`));
    app.on("web-contents-created", (_, contents) => {
      contents.on("did-finish-load", () => {
        const url = contents.getURL();
        if (!/^galley:\/\/(?:app\/index|print\/page)\.html$/.test(url)) log.push(`a page ${url.slice(0, 100)}`);
      });
    });
    dialog.showMessageBox = (async () => {
      log.push("a dialog");
      return { response: 1, checkboxChecked: false };
    }) as typeof dialog.showMessageBox;
    shell.openExternal = async (url) => void log.push(`opened ${url}`);
    shell.openPath = async (path) => {
      log.push(`opened ${path}`);
      return "";
    };
  });
  galley.page.on("dialog", (pageDialog) => {
    found.push(`a dialog of the page: ${pageDialog.message()}`);
    void pageDialog.dismiss();
  });
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async findEscapes() {
      const log = await galley.app.evaluate(() => (globalThis as { hostileLog?: string[] }).hostileLog ?? []);
      const pwned = await Promise.all(
        galley.page.frames().map((frame) => frame.evaluate(() => "__pwn" in window).catch(() => false)),
      );
      const windows = await galley.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
      return [
        ...found,
        ...log,
        ...(pwned.some(Boolean) ? ["a script ran"] : []),
        ...(windows > 1 ? [`${windows} windows`] : []),
      ];
    },
    stop: () => server.close(),
  };
}
