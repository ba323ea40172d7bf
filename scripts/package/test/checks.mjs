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
import { lookInto, until } from "./look-into.mjs";

const app = "/opt/galley/galley";
const looked = "/opt/galley-looked-into";

const must = (isSo, what) => {
  if (!isSo) throw new Error(what);
};
const done = ({ code, stdout, stderr }) => {
  must(code === 0, `ended with ${code}: ${stderr || stdout}`);
  return stdout;
};

/**
 * All checks of an installed package: each has a name and returns what it saw, as a sentence. `endAll` ends the apps that a check left running.
 * `installRoot` is a root from clean-root.mjs.
 */
export function checksOf({ place, display, version }) {
  const home = place.home;
  /** Apps that a check has started. After a failure they must end, or the next app would pass its files to them. */
  const left = new Set();
  const inHome = (name) => place.at(join(home, name));
  const screen = { ...display, XDG_RUNTIME_DIR: join(home, "run") };
  const galley = (...words) => place.run(["/usr/bin/galley", ...words], screen);
  const write = (name, text) => {
    mkdirSync(join(inHome(name), ".."), { recursive: true });
    writeFileSync(inHome(name), text);
    place.give(home);
  };
  const start = (words, env = {}, program = app) => {
    const running = place.start([program, "--log-level=3", ...words], { ...screen, ...env });
    left.add(running);
    void running.ended.then(() => left.delete(running));
    return running;
  };
  /** Starts the app and waits for a screenshot of its window. */
  const startSeen = async (words, env = {}, program = app) => {
    const picture = join(home, "seen.png");
    rmSync(place.at(picture), { force: true });
    const running = start(words, { ...env, GALLEY_SCREENSHOT: picture }, program);
    await Promise.race([
      until("the app's window", () => existsSync(place.at(picture))),
      running.ended.then((end) => must(false, `it ended (${end}) before it had a window: ${running.said.slice(-500)}`)),
    ]);
    return running;
  };
  const end = (running) => {
    running.child.kill("SIGTERM");
    return running.ended;
  };

  const checks = {
    "fuses, read back from the program": () => {
      const found = readFuses(place.at(app));
      for (const [name, wanted] of Object.entries(fuses)) must(found[name] === wanted, `${name} is ${found[name]}`);
      return Object.entries(found)
        .map(([name, isOn]) => `${name} ${isOn ? "on" : "off"}`)
        .join(", ");
    },
    licences: () => {
      const folder = place.at("/opt/galley");
      const wanted = [
        "LICENSE",
        "LICENSE.electron.txt",
        "LICENSES.chromium.html",
        "THIRD-PARTY-NOTICES.txt",
        "resources/node/LICENSE",
      ];
      for (const file of wanted) must(existsSync(join(folder, file)), `${file} is missing`);
      return wanted.join(", ");
    },
    "only what runs is packed": () => {
      const names = readdirSync(place.at("/opt/galley/resources"), { recursive: true }).map(String);
      const odd = names.filter((name) => /\.(map|ts|tsx)$|\.test\.|devDependencies|default_app/.test(name));
      must(odd.length === 0, `left over: ${odd.slice(0, 5).join(", ")}`);
      return `${names.length} files and folders in resources, no map, no source, no test`;
    },
    "command line: --version": () => {
      must(done(galley("--version")).trim() === version, "another version");
      must(place.run(["node", "--version"]).code !== 0 || place.runAsRoot === null, "there is a Node of the system");
      return `${version}, on the Node that is shipped; the system has none`;
    },
    "command line through the app itself, as an AppImage offers it, without a display": () => {
      const { DISPLAY: _, ...env } = screen;
      const said = done(place.run([app, "--no-sandbox", "--command-line", "--version"], env));
      must(said === `${version}\n`, `stdout was ${JSON.stringify(said)}`);
      const wrong = place.run([app, "--command-line", "no-such-command"], env).code;
      must(wrong === 2, `a wrong command ended with ${wrong}`);
      return "nothing but the answer on stdout, and its exit code";
    },
    "command line: read, patch, refuse": () => {
      write("notes/a.md", "# One\n\nFirst words.\n");
      const call = (args) => galley("call", "text_editor", JSON.stringify(args), "--root", join(home, "notes"));
      must(done(call({ action: "read", path: "a.md" })).includes("First words."), "not read");
      done(call({ action: "patch", path: "a.md", old_text: "First words.", new_text: "Second words." }));
      must(readFileSync(inHome("notes/a.md"), "utf8") === "# One\n\nSecond words.\n", "not patched");
      const refused = call({ action: "read", path: "/etc/passwd" });
      must(refused.code === 1 && JSON.parse(refused.stdout).ok === false, "a file outside was read");
      return "one file read and patched, one outside refused with exit code 1";
    },
    "command line: search with the packed ripgrep": () => {
      const found = done(galley("grep", "second", join(home, "notes")));
      must(found.includes("Second words."), `found: ${found}`);
      return found.trim();
    },
    "command line: find by meaning with the packed model": () => {
      const found = JSON.parse(
        done(galley("call", "search_dnd_content", '{"query": "a spell that makes a big ball of flames"}')),
      );
      must(JSON.stringify(found.data).includes("Fireball"), found.message?.slice(0, 200));
      return "“a ball of flames” finds Fireball, without a network";
    },
    "MCP over stdio, with the SDK's client": async () => {
      const [command, ...args] = place.command(["/usr/bin/galley", "mcp", "--root", join(home, "notes")], screen);
      const client = new Client({ name: "package-test", version: "1" });
      await client.connect(new StdioClientTransport({ command, args, stderr: "pipe" }));
      const { tools } = await client.listTools();
      const answer = await client.callTool({ name: "text_editor", arguments: { action: "read", path: "a.md" } });
      await client.close();
      must(JSON.stringify(answer.content).includes("Second words."), "not read");
      return `${tools.length} tools, one called`;
    },
    "MCP over HTTP, switched on in the settings": async () => {
      const port = 47_391;
      write("door/settings.json", JSON.stringify({ httpDoor: true, httpPort: port }));
      const address = new URL(`http://127.0.0.1:${port}/mcp`);
      const running = await startSeen(["--data", join(home, "door"), join(home, "notes")]);
      const token = inHome("door/http-token");
      await until("the HTTP server", () => existsSync(token) && isOpen(port));
      const asked = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
      const without = (await fetch(address, asked)).status;
      must(without === 401, `without a token it answered ${without}`);
      const client = new Client({ name: "package-test", version: "1" });
      const headers = { Authorization: `Bearer ${readFileSync(token, "utf8").trim()}` };
      await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
      const answer = await client.callTool({ name: "text_editor", arguments: { action: "read", path: "a.md" } });
      await client.close();
      await end(running);
      must(JSON.stringify(answer.content).includes("Second words."), "not read");
      return "401 without the token, a document read with it";
    },
    "A11: ELECTRON_RUN_AS_NODE, NODE_OPTIONS, -r": async () => {
      write("evil.js", `require("node:fs").writeFileSync(${JSON.stringify(join(home, "owned"))}, "");`);
      for (const [env, words] of [
        [{ ELECTRON_RUN_AS_NODE: "1" }, [join(home, "evil.js")]],
        [{ NODE_OPTIONS: `--require ${join(home, "evil.js")}` }, []],
        [{}, ["-r", join(home, "evil.js")]],
      ]) {
        await end(await startSeen(words, env));
        must(!existsSync(inHome("owned")), `code ran with ${JSON.stringify(env)} ${words.join(" ")}`);
      }
      return "prevented: it started as the app each time, and the script never ran";
    },
    "A11: --inspect, --inspect-brk, SIGUSR1": async () => {
      for (const words of [["--inspect=9339"], ["--inspect-brk=9339"]]) {
        const running = await startSeen(words);
        must(!(await isOpen(9339)), `a debugger can come in with ${words}`);
        running.child.kill("SIGUSR1");
        await sleep(500);
        must(!(await isOpen(9229)), "a debugger can come in after SIGUSR1");
        must(!/listening on ws:/i.test(running.said), `it listened: ${running.said}`);
        await end(running);
      }
      return "prevented: nothing listens, and it goes on as the app";
    },
    "A11: --remote-debugging-port, --remote-debugging-pipe": async () => {
      const running = await startSeen(["--remote-debugging-port=9338", "--remote-debugging-pipe"]);
      must(!(await isOpen(9338)), "the page's debugger listens");
      must(!existsSync(inHome(".local/share/galley/browser/DevToolsActivePort")), "a port was written down");
      await end(running);
      return "prevented: nothing listens, and it goes on as the app";
    },
    "A11: app.asar set aside, a folder app/ in its place": async () => {
      const resources = place.at("/opt/galley/resources");
      if (place.runAsRoot === null) return "not looked at here";
      mkdirSync(join(resources, "app"));
      writeFileSync(join(resources, "app/package.json"), '{"main": "index.js"}');
      writeFileSync(
        join(resources, "app/index.js"),
        `require("node:fs").writeFileSync(${JSON.stringify(join(home, "owned"))}, "");`,
      );
      place.runAsRoot(["mv", "/opt/galley/resources/app.asar", "/opt/galley/resources/aside"]);
      const running = start([]);
      const ended = await Promise.race([running.ended, sleep(20_000, "not at all")]);
      running.child.kill("SIGKILL");
      place.runAsRoot(["mv", "/opt/galley/resources/aside", "/opt/galley/resources/app.asar"]);
      rmSync(join(resources, "app"), { recursive: true });
      must(!existsSync(inHome("owned")), "code in the folder ran");
      must(ended !== "not at all", "it kept running without its archive");
      return "prevented: the folder's code did not run";
    },
    "A11: an edited app.asar": async () => {
      if (place.runAsRoot === null) return "not looked at here";
      const archive = "/opt/galley/resources/app.asar";
      const touched = place.run(["/bin/sh", "-c", `echo x >> ${archive}`]);
      must(touched.code !== 0, "an unprivileged user could edit it");
      // What root can do, on a copy: changes the first name in the archive's package.json.
      copyLinked(place.at("/opt/galley"), place.at(looked));
      const copy = place.at(`${looked}/resources/app.asar`);
      const bytes = readFileSync(place.at(archive));
      const at = bytes.indexOf('"productName": "Galley"');
      must(at > 0, "the archive has no name to edit");
      bytes.write("Gblley", at + '"productName": "'.length);
      unlinkSync(copy);
      writeFileSync(copy, bytes);
      const running = await startSeen(["--data", join(home, "edited")], {}, `${looked}/galley`);
      await end(running);
      rmSync(place.at(looked), { recursive: true });
      return "NOT prevented on Linux, where Electron checks no archive: an edited copy starts. The files are protected by their owner, root: an unprivileged user could not change a byte";
    },
    "the sandbox": async () => {
      const running = await startSeen([]);
      const renderers = processesBelow(running.child.pid).filter(({ line }) => line.includes("--type=renderer"));
      await end(running);
      must(renderers.length > 0, "no page's process was found");
      for (const { line, status } of renderers) {
        must(/^Seccomp:\t2$/m.test(status), "a page's process runs without system call filter");
        must(!line.includes("--no-sandbox"), "a page's process runs without sandbox");
      }
      return `${renderers.length} page's process${renderers.length > 1 ? "es" : ""}, filtered (seccomp); the system there allows no user namespaces, so that root's helper of the deb made its sandbox`;
    },
    "open, type, save, a second file by the desktop's Exec line, quit, open again": async () => {
      // One more fuse, in this copy only: otherwise the test could not inspect the app.
      copyLinked(place.at("/opt/galley"), place.at(looked));
      rmSync(place.at(`${looked}/galley`));
      copyFileSync(place.at(app), place.at(`${looked}/galley`));
      setFuse(place.at(`${looked}/galley`), "enableNodeCliInspectArguments", true);
      write("notes/b.md", "Two\n");
      write("notes/last.md", "Last\n");
      write("notes/第三 文档.md", "三\n");
      const program = `${looked}/galley`;
      const data = { GALLEY_DATA: join(home, "used") };
      const first = start(["--inspect=0", join(home, "notes/a.md")], data, program);
      let seen = await lookInto(first);
      await until("the first file's text", async () => (await seen.text()).includes("Second words."));
      await seen.type("Typed here ");
      await until("the save", () => readFileSync(inHome("notes/a.md"), "utf8").includes("Typed here "));

      const entry = readFileSync(place.at("/usr/share/applications/galley.desktop"), "utf8");
      const [, line] = /^Exec=(.*)$/m.exec(entry);
      const files = ["b.md", "第三 文档.md"].map((name) => join(home, "notes", name));
      const words = line.split(" ").flatMap((word) => (word === "%F" ? files : word));
      const handed = place.run(words, { ...screen, ...data });
      must(handed.code === 0, `the second start ended with ${handed.code}`);
      await until("three tabs", async () => (await seen.tabs()).length === 3);
      const tabs = await seen.tabs();
      // More than the message of a second start can hold.
      const many = place.run([app, ...Array(600).fill(files).flat(), join(home, "notes/last.md")], {
        ...screen,
        ...data,
      });
      must(many.code === 0, `a start with 1,201 names ended with ${many.code}`);
      await until("the last of 1,201 names", async () => (await seen.tabs()).length === 4);
      const code = await seen.quit();
      must(code === 0, `the app ended with ${code}: ${first.said.slice(-500)}`);

      const again = start(["--inspect=0"], data, program);
      seen = await lookInto(again);
      await until("the tabs of last time", async () => (await seen.tabs()).length === 4);
      const tab = `[...document.querySelectorAll('[role="tab"]')].find(({ textContent }) => textContent.includes("a.md"))`;
      await seen.inPage(`${tab}.click()`);
      await until("what was typed", async () => (await seen.text()).includes("Typed here "));
      await seen.quit();
      rmSync(place.at(looked), { recursive: true, force: true });
      return `typed words on the disk and back in the page; tabs ${tabs.join(", ")} in the app that ran, 1,201 names at once too; ended with 0`;
    },
    "an upgrade while the app runs": async () => {
      if (place.runAsRoot === null) return "not looked at here";
      const running = await startSeen([join(home, "notes/a.md")]);
      // The installed package claims to be older, but has the files of this build.
      const status = place.at("/var/lib/dpkg/status");
      const all = readFileSync(status, "utf8");
      const older = all.replace(/(^Package: galley\n(?:.+\n)*?Version: ).*/m, "$10.0.1");
      must(older !== all, "the package is not on the system's list");
      writeFileSync(status, older);
      const { code, stdout, stderr } = place.runAsRoot(["dpkg", "-i", "/tmp/galley.deb"]);
      must(code === 0 && stdout.includes(`(${version}) over (0.0.1)`), `dpkg ended with ${code}: ${stdout} ${stderr}`);
      const edit = { action: "patch", path: "a.md", old_text: "Second words.", new_text: "Third words." };
      const patched = galley("call", "text_editor", JSON.stringify(edit), "--root", join(home, "notes"));
      must(patched.code === 0, `an edit after it: ${patched.stderr || patched.stdout}`);
      must(running.child.exitCode === null, "the app ended");
      must((await end(running)) !== "SIGSEGV", "the app crashed");
      must(readFileSync(inHome("notes/a.md"), "utf8").includes("Third words."), "not saved");
      await end(await startSeen([]));
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
  must(status === 0, `cp: ${stderr}`);
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
