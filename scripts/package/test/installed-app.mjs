import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { waitFor } from "./inspect-app.mjs";

/** The installed program, and the folder of a copy that a check changes. */
export const app = "/opt/galley/galley";
export const extractedFolder = "/opt/galley-looked-into";

export const assertThat = (condition, what) => {
  if (!condition) throw new Error(what);
};
export const done = ({ code, stdout, stderr }) => {
  assertThat(code === 0, `ended with ${code}: ${stderr || stdout}`);
  return stdout;
};

/** How the checks use the package that is installed in `installRoot`, a root from clean-root.mjs. */
export function installedApp(installRoot, display) {
  const home = installRoot.home;
  /** Apps that a check has started. After a failure they must end, or the next app would pass its files to them. */
  const left = new Set();
  const inHome = (name) => installRoot.at(join(home, name));
  const screen = { ...display, XDG_RUNTIME_DIR: join(home, "run") };
  const galley = (...args) => installRoot.run(["/usr/bin/galley", ...args], screen);
  const write = (name, text) => {
    mkdirSync(join(inHome(name), ".."), { recursive: true });
    writeFileSync(inHome(name), text);
    installRoot.give(home);
  };
  const start = (args, env = {}, program = app) => {
    const running = installRoot.start([program, "--log-level=3", ...args], { ...screen, ...env });
    left.add(running);
    void running.ended.then(() => left.delete(running));
    return running;
  };
  /** Starts the app and waits for a screenshot of its window. */
  const startVisible = async (args, env = {}, program = app) => {
    const picture = join(home, "seen.png");
    rmSync(installRoot.at(picture), { force: true });
    const running = start(args, { ...env, GALLEY_SCREENSHOT: picture }, program);
    await Promise.race([
      waitFor("the app's window", () => existsSync(installRoot.at(picture))),
      running.ended.then((end) =>
        assertThat(false, `it ended (${end}) before it had a window: ${running.output.slice(-500)}`),
      ),
    ]);
    return running;
  };
  const end = (running) => {
    running.child.kill("SIGTERM");
    return running.ended;
  };
  return {
    home,
    screen,
    inHome,
    galley,
    write,
    start,
    startVisible,
    end,
    /** Ends the apps that a check left running. */
    async endAll() {
      for (const running of left) {
        running.child.kill("SIGKILL");
        await running.ended;
      }
    },
  };
}

/** Whether a program listens on this local port. */
export const isOpen = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

/** A copy made of hard links, except the helper that must belong to root. */
export function copyLinked(from, to) {
  rmSync(to, { recursive: true, force: true });
  const { status, stderr } = spawnSync("cp", ["-al", from, to], { encoding: "utf8" });
  assertThat(status === 0, `cp: ${stderr}`);
}
