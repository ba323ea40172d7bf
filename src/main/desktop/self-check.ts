import { release } from "node:os";
import { app, safeStorage, type WebContents } from "electron";
import type { SecurityMeasure } from "../../shared/diagnostics";
import type { SelfInspection } from "../app/core/desktop";
import { ownAppImage } from "../connect/stable-command";
import { type FuseStates, fusesOf } from "./fuse-wire";
import { keySafe } from "./key-safe";
import { rendererFile } from "./renderer-files";

let fuses: Promise<FuseStates | null> | null = null;

/** Whether a fuse protects as it should. A checkout runs on an unmodified Electron. */
const fuse = (state: boolean | null | undefined, should: boolean): SecurityMeasure["state"] => {
  if (!app.isPackaged) return "checkout";
  return state === null || state === undefined ? "unknown" : state === should ? "on" : "off";
};

/** On Linux, Electron has this fuse but does not check anything with it. */
const archiveIntegrity = (state: SecurityMeasure["state"]): SecurityMeasure["state"] =>
  process.platform === "linux" && state === "on" ? "off" : state;

const measured = (isOn: boolean): SecurityMeasure["state"] => (isOn ? "on" : "off");

/** Whether no open page can reach Node. */
async function areIsolated(pages: readonly WebContents[]): Promise<boolean> {
  const isolationProbe =
    "typeof require === 'undefined' && typeof process === 'undefined' && typeof module === 'undefined'";
  const found = await Promise.all(pages.map((page) => page.executeJavaScript(isolationProbe).catch(() => false)));
  return found.every((isBare) => isBare === true);
}

/**
 * How the program is built and protected, read now and not remembered: the fuses in its own file, the switches in effect, the globals of the open
 * pages, the content policy as sent.
 */
export async function inspectSelf(deps: { renderer: string; pages: readonly WebContents[] }): Promise<SelfInspection> {
  const { renderer, pages } = deps;
  const program = process.execPath;
  if (app.isPackaged) fuses ??= fusesOf(program).catch(() => null);
  const found = await fuses;
  const { headers } = rendererFile(renderer, "GET", "/index.html", "");
  const policy = (headers as Record<string, string>)["content-security-policy"] ?? "";
  const rules = app.commandLine.getSwitchValue("host-resolver-rules");
  const { electron, chrome, node } = process.versions;
  const isSafe = await keySafe.isSafe().catch(() => false);
  const isTested = process.platform === "linux" && ownAppImage({ program, env: process.env }) === null;
  const backend = process.platform === "linux" ? `, keys: ${safeStorage.getSelectedStorageBackend()}` : "";
  return {
    program,
    parts: [
      `Electron ${electron}, Chromium ${chrome}, Node ${node}`,
      `${process.platform} ${process.arch}, ${release()}${backend}`,
      app.isPackaged ? (isTested ? "package" : "package of a kind that has not been tested") : "checkout",
    ],
    security: [
      { name: "sandbox", state: measured(!app.commandLine.hasSwitch("no-sandbox")) },
      { name: "isolation", state: measured(await areIsolated(pages)) },
      {
        name: "policy",
        state: measured(/default-src 'none'/.test(policy) && /require-trusted-types-for 'script'/.test(policy)),
      },
      { name: "network", state: measured(/^MAP \* ~NOTFOUND/.test(rules)) },
      { name: "keyStore", state: measured(isSafe) },
      { name: "runAsNode", state: fuse(found?.runAsNode, false) },
      { name: "nodeOptions", state: fuse(found?.nodeOptions, false) },
      { name: "inspect", state: fuse(found?.cliInspect, false) },
      { name: "cookies", state: fuse(found?.cookieEncryption, true) },
      { name: "archiveOnly", state: fuse(found?.onlyArchive, true) },
      { name: "archiveIntegrity", state: archiveIntegrity(fuse(found?.archiveIntegrity, true)) },
      { name: "fileProtocol", state: fuse(found?.fileProtocol, false) },
    ],
  };
}
