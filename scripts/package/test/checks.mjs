import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { fuses } from "../builder-config.mjs";
import { readFuses, setFuse } from "../fuse-wire.mjs";
import { inspectApp, waitFor } from "./inspect-app.mjs";

const app = "/opt/galley/galley";
const extractedFolder = "/opt/galley-looked-into";

const assertThat = (condition, what) => {
  if (!condition) throw new Error(what);
};
const done = ({ code, stdout, stderr }) => {
  assertThat(code === 0, `ended with ${code}: ${stderr || stdout}`);
  return stdout;
};

/**
 * All checks of an installed package: each has a name and returns what it saw, as a sentence. `endAll` ends the apps that a check left running.
 * `installRoot` is a root from clean-root.mjs.
 */
export function checksOf({ place: installRoot, display, version }) {
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
        assertThat(false, `it ended (${end}) before it had a window: ${running.said.slice(-500)}`),
      ),
    ]);
    return running;
  };
  const end = (running) => {
    running.child.kill("SIGTERM");
    return running.ended;
  };

  const checks = {
    "fuses, read back from the program": () => {
      const found = readFuses(installRoot.at(app));
      for (const [name, wanted] of Object.entries(fuses))
        assertThat(found[name] === wanted, `${name} is ${found[name]}`);
      return Object.entries(found)
        .map(([name, isOn]) => `${name} ${isOn ? "on" : "off"}`)
        .join(", ");
    },
    licences: () => {
      const folder = installRoot.at("/opt/galley");
      const wanted = [
        "LICENSE",
        "LICENSE.electron.txt",
        "LICENSES.chromium.html",
        "THIRD-PARTY-NOTICES.txt",
        "resources/node/LICENSE",
      ];
      for (const file of wanted) assertThat(existsSync(join(folder, file)), `${file} is missing`);
      return wanted.join(", ");
    },
    "only what runs is packed": () => {
      const names = readdirSync(installRoot.at("/opt/galley/resources"), { recursive: true }).map(String);
      const odd = names.filter((name) => /\.(map|ts|tsx)$|\.test\.|devDependencies|default_app/.test(name));
      assertThat(odd.length === 0, `left over: ${odd.slice(0, 5).join(", ")}`);
      return `${names.length} files and folders in resources, no map, no source, no test`;
    },
    "command line: --version": () => {
      assertThat(done(galley("--version")).trim() === version, "another version");
      assertThat(
        installRoot.run(["node", "--version"]).code !== 0 || installRoot.runAsRoot === null,
        "there is a Node of the system",
      );
      return `${version}, on the Node that is shipped; the system has none`;
    },
    "command line through the app itself, as an AppImage offers it, without a display": () => {
      const { DISPLAY: _, ...env } = screen;
      const versionOutput = done(installRoot.run([app, "--no-sandbox", "--command-line", "--version"], env));
      assertThat(versionOutput === `${version}\n`, `stdout was ${JSON.stringify(versionOutput)}`);
      const wrong = installRoot.run([app, "--command-line", "no-such-command"], env).code;
      assertThat(wrong === 2, `a wrong command ended with ${wrong}`);
      return "nothing but the answer on stdout, and its exit code";
    },
    "command line: read, patch, refuse": () => {
      write("notes/a.md", "# One\n\nFirst words.\n");
      const call = (args) => galley("call", "text_editor", JSON.stringify(args), "--root", join(home, "notes"));
      assertThat(done(call({ action: "read", path: "a.md" })).includes("First words."), "not read");
      done(call({ action: "patch", path: "a.md", old_text: "First words.", new_text: "Second words." }));
      assertThat(readFileSync(inHome("notes/a.md"), "utf8") === "# One\n\nSecond words.\n", "not patched");
      const refused = call({ action: "read", path: "/etc/passwd" });
      assertThat(refused.code === 1 && JSON.parse(refused.stdout).ok === false, "a file outside was read");
      return "one file read and patched, one outside refused with exit code 1";
    },
    "command line: search with the packed ripgrep": () => {
      const found = done(galley("grep", "second", join(home, "notes")));
      assertThat(found.includes("Second words."), `found: ${found}`);
      return found.trim();
    },
    "command line: find by meaning with the packed model": () => {
      const found = JSON.parse(
        done(galley("call", "search_dnd_content", '{"query": "a spell that makes a big ball of flames"}')),
      );
      assertThat(JSON.stringify(found.data).includes("Fireball"), found.message?.slice(0, 200));
      return "“a ball of flames” finds Fireball, without a network";
    },
    "MCP over stdio, with the SDK's client": async () => {
      const [command, ...args] = installRoot.command(["/usr/bin/galley", "mcp", "--root", join(home, "notes")], screen);
      const client = new Client({ name: "package-test", version: "1" });
      await client.connect(new StdioClientTransport({ command, args, stderr: "pipe" }));
      const { tools } = await client.listTools();
      const answer = await client.callTool({ name: "text_editor", arguments: { action: "read", path: "a.md" } });
      await client.close();
      assertThat(JSON.stringify(answer.content).includes("Second words."), "not read");
      return `${tools.length} tools, one called`;
    },
    "MCP over HTTP, switched on in the settings": async () => {
      const port = 47_391;
      write("door/settings.json", JSON.stringify({ httpDoor: true, httpPort: port }));
      const address = new URL(`http://127.0.0.1:${port}/mcp`);
      const running = await startVisible(["--data", join(home, "door"), join(home, "notes")]);
      const token = inHome("door/http-token");
      await waitFor("the HTTP server", () => existsSync(token) && isOpen(port));
      const asked = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
      const without = (await fetch(address, asked)).status;
      assertThat(without === 401, `without a token it answered ${without}`);
      const client = new Client({ name: "package-test", version: "1" });
      const headers = { Authorization: `Bearer ${readFileSync(token, "utf8").trim()}` };
      await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
      const answer = await client.callTool({ name: "text_editor", arguments: { action: "read", path: "a.md" } });
      await client.close();
      await end(running);
      assertThat(JSON.stringify(answer.content).includes("Second words."), "not read");
      return "401 without the token, a document read with it";
    },
    "A11: ELECTRON_RUN_AS_NODE, NODE_OPTIONS, -r": async () => {
      write("evil.js", `require("node:fs").writeFileSync(${JSON.stringify(join(home, "owned"))}, "");`);
      for (const [env, expected] of [
        [{ ELECTRON_RUN_AS_NODE: "1" }, [join(home, "evil.js")]],
        [{ NODE_OPTIONS: `--require ${join(home, "evil.js")}` }, []],
        [{}, ["-r", join(home, "evil.js")]],
      ]) {
        await end(await startVisible(expected, env));
        assertThat(!existsSync(inHome("owned")), `code ran with ${JSON.stringify(env)} ${expected.join(" ")}`);
      }
      return "prevented: it started as the app each time, and the script never ran";
    },
    "A11: --inspect, --inspect-brk, SIGUSR1": async () => {
      for (const args of [["--inspect=9339"], ["--inspect-brk=9339"]]) {
        const running = await startVisible(args);
        assertThat(!(await isOpen(9339)), `a debugger can come in with ${args}`);
        running.child.kill("SIGUSR1");
        await sleep(500);
        assertThat(!(await isOpen(9229)), "a debugger can come in after SIGUSR1");
        assertThat(!/listening on ws:/i.test(running.said), `it listened: ${running.said}`);
        await end(running);
      }
      return "prevented: nothing listens, and it goes on as the app";
    },
    "A11: --remote-debugging-port, --remote-debugging-pipe": async () => {
      const running = await startVisible(["--remote-debugging-port=9338", "--remote-debugging-pipe"]);
      assertThat(!(await isOpen(9338)), "the page's debugger listens");
      assertThat(!existsSync(inHome(".local/share/galley/browser/DevToolsActivePort")), "a port was written down");
      await end(running);
      return "prevented: nothing listens, and it goes on as the app";
    },
    "A11: app.asar set aside, a folder app/ in its place": async () => {
      const resources = installRoot.at("/opt/galley/resources");
      if (installRoot.runAsRoot === null) return "not looked at here";
      mkdirSync(join(resources, "app"));
      writeFileSync(join(resources, "app/package.json"), '{"main": "index.js"}');
      writeFileSync(
        join(resources, "app/index.js"),
        `require("node:fs").writeFileSync(${JSON.stringify(join(home, "owned"))}, "");`,
      );
      installRoot.runAsRoot(["mv", "/opt/galley/resources/app.asar", "/opt/galley/resources/aside"]);
      const running = start([]);
      const ended = await Promise.race([running.ended, sleep(20_000, "not at all")]);
      running.child.kill("SIGKILL");
      installRoot.runAsRoot(["mv", "/opt/galley/resources/aside", "/opt/galley/resources/app.asar"]);
      rmSync(join(resources, "app"), { recursive: true });
      assertThat(!existsSync(inHome("owned")), "code in the folder ran");
      assertThat(ended !== "not at all", "it kept running without its archive");
      return "prevented: the folder's code did not run";
    },
    "A11: an edited app.asar": async () => {
      if (installRoot.runAsRoot === null) return "not looked at here";
      const archive = "/opt/galley/resources/app.asar";
      const touched = installRoot.run(["/bin/sh", "-c", `echo x >> ${archive}`]);
      assertThat(touched.code !== 0, "an unprivileged user could edit it");
      // What root can do, on a copy: changes the first name in the archive's package.json.
      copyLinked(installRoot.at("/opt/galley"), installRoot.at(extractedFolder));
      const copy = installRoot.at(`${extractedFolder}/resources/app.asar`);
      const bytes = readFileSync(installRoot.at(archive));
      const at = bytes.indexOf('"productName": "Galley"');
      assertThat(at > 0, "the archive has no name to edit");
      bytes.write("Gblley", at + '"productName": "'.length);
      unlinkSync(copy);
      writeFileSync(copy, bytes);
      const running = await startVisible(["--data", join(home, "edited")], {}, `${extractedFolder}/galley`);
      await end(running);
      rmSync(installRoot.at(extractedFolder), { recursive: true });
      return "NOT prevented on Linux, where Electron checks no archive: an edited copy starts. The files are protected by their owner, root: an unprivileged user could not change a byte";
    },
    "the sandbox": async () => {
      const running = await startVisible([]);
      const renderers = processesBelow(running.child.pid).filter(({ line }) => line.includes("--type=renderer"));
      await end(running);
      assertThat(renderers.length > 0, "no page's process was found");
      for (const { line, status } of renderers) {
        assertThat(/^Seccomp:\t2$/m.test(status), "a page's process runs without system call filter");
        assertThat(!line.includes("--no-sandbox"), "a page's process runs without sandbox");
      }
      return `${renderers.length} page's process${renderers.length > 1 ? "es" : ""}, filtered (seccomp); the system there allows no user namespaces, so that root's helper of the deb made its sandbox`;
    },
    "open, type, save, a second file by the desktop's Exec line, quit, open again": async () => {
      // One more fuse, in this copy only: otherwise the test could not inspect the app.
      copyLinked(installRoot.at("/opt/galley"), installRoot.at(extractedFolder));
      rmSync(installRoot.at(`${extractedFolder}/galley`));
      copyFileSync(installRoot.at(app), installRoot.at(`${extractedFolder}/galley`));
      setFuse(installRoot.at(`${extractedFolder}/galley`), "enableNodeCliInspectArguments", true);
      write("notes/b.md", "Two\n");
      write("notes/last.md", "Last\n");
      write("notes/第三 文档.md", "三\n");
      const program = `${extractedFolder}/galley`;
      const data = { GALLEY_DATA: join(home, "used") };
      const first = start(["--inspect=0", join(home, "notes/a.md")], data, program);
      let seen = await inspectApp(first);
      await waitFor("the first file's text", async () => (await seen.text()).includes("Second words."));
      await seen.type("Typed here ");
      await waitFor("the save", () => readFileSync(inHome("notes/a.md"), "utf8").includes("Typed here "));

      const entry = readFileSync(installRoot.at("/usr/share/applications/galley.desktop"), "utf8");
      const [, line] = /^Exec=(.*)$/m.exec(entry);
      const files = ["b.md", "第三 文档.md"].map((name) => join(home, "notes", name));
      const args = line.split(" ").flatMap((word) => (word === "%F" ? files : word));
      const handed = installRoot.run(args, { ...screen, ...data });
      assertThat(handed.code === 0, `the second start ended with ${handed.code}`);
      await waitFor("three tabs", async () => (await seen.tabs()).length === 3);
      const tabs = await seen.tabs();
      // More than the message of a second start can hold.
      const many = installRoot.run([app, ...Array(600).fill(files).flat(), join(home, "notes/last.md")], {
        ...screen,
        ...data,
      });
      assertThat(many.code === 0, `a start with 1,201 names ended with ${many.code}`);
      await waitFor("the last of 1,201 names", async () => (await seen.tabs()).length === 4);
      const code = await seen.quit();
      assertThat(code === 0, `the app ended with ${code}: ${first.said.slice(-500)}`);

      const again = start(["--inspect=0"], data, program);
      seen = await inspectApp(again);
      await waitFor("the tabs of last time", async () => (await seen.tabs()).length === 4);
      const tab = `[...document.querySelectorAll('[role="tab"]')].find(({ textContent }) => textContent.includes("a.md"))`;
      await seen.inPage(`${tab}.click()`);
      await waitFor("what was typed", async () => (await seen.text()).includes("Typed here "));
      await seen.quit();
      rmSync(installRoot.at(extractedFolder), { recursive: true, force: true });
      return `typed words on the disk and back in the page; tabs ${tabs.join(", ")} in the app that ran, 1,201 names at once too; ended with 0`;
    },
    "an upgrade while the app runs": async () => {
      if (installRoot.runAsRoot === null) return "not looked at here";
      const running = await startVisible([join(home, "notes/a.md")]);
      // The installed package claims to be older, but has the files of this build.
      const status = installRoot.at("/var/lib/dpkg/status");
      const all = readFileSync(status, "utf8");
      const older = all.replace(/(^Package: galley\n(?:.+\n)*?Version: ).*/m, "$10.0.1");
      assertThat(older !== all, "the package is not on the system's list");
      writeFileSync(status, older);
      const { code, stdout, stderr } = installRoot.runAsRoot(["dpkg", "-i", "/tmp/galley.deb"]);
      assertThat(
        code === 0 && stdout.includes(`(${version}) over (0.0.1)`),
        `dpkg ended with ${code}: ${stdout} ${stderr}`,
      );
      const edit = { action: "patch", path: "a.md", old_text: "Second words.", new_text: "Third words." };
      const patched = galley("call", "text_editor", JSON.stringify(edit), "--root", join(home, "notes"));
      assertThat(patched.code === 0, `an edit after it: ${patched.stderr || patched.stdout}`);
      assertThat(running.child.exitCode === null, "the app ended");
      assertThat((await end(running)) !== "SIGSEGV", "the app crashed");
      assertThat(readFileSync(inHome("notes/a.md"), "utf8").includes("Third words."), "not saved");
      await end(await startVisible([]));
      return "0.0.1 → this one by dpkg; the running app served the new command's edit, ended, and the new one started";
    },
  };
  return {
    checks,
    async endAll() {
      for (const running of left) {
        running.child.kill("SIGKILL");
        await running.ended;
      }
    },
  };
}

/** Whether a program listens on this local port. */
const isOpen = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

/** A copy made of hard links, except the helper that must belong to root. */
function copyLinked(from, to) {
  rmSync(to, { recursive: true, force: true });
  const { status, stderr } = spawnSync("cp", ["-al", from, to], { encoding: "utf8" });
  assertThat(status === 0, `cp: ${stderr}`);
}

/** The descendant processes of `pid`: their command lines and status texts. */
function processesBelow(pid) {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, "utf8");
        const line = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ");
        return { pid: Number(name), parent: Number(/^PPid:\t(\d+)/m.exec(status)?.[1]), line, status };
      } catch {
        // The process has ended meanwhile.
        return [];
      }
    });
  const below = new Set([pid]);
  for (let before = 0; before !== below.size; ) {
    before = below.size;
    for (const each of all) if (below.has(each.parent)) below.add(each.pid);
  }
  return all.filter((each) => below.has(each.pid));
}
