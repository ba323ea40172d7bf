import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/client";
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

/** Every check of an installed package: its name, and what it saw, in a sentence; `endAll` ends what one has left. `place` is a root of clean-root.mjs. */
export function checksOf({ place, display, version }) {
  const home = place.home;
  /** Apps that a check has started: where it fails, the next one must not hand its files to them. */
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
    "the app plays no Node (ELECTRON_RUN_AS_NODE, NODE_OPTIONS)": async () => {
      write("evil.js", `require("node:fs").writeFileSync(${JSON.stringify(join(home, "owned"))}, "");`);
      for (const [env, words] of [
        [{ ELECTRON_RUN_AS_NODE: "1" }, [join(home, "evil.js")]],
        [{ NODE_OPTIONS: `--require ${join(home, "evil.js")}` }, []],
        [{}, ["-r", join(home, "evil.js")]],
      ]) {
        const picture = join(home, "seen.png");
        rmSync(place.at(picture), { force: true });
        const running = start(words, { ...env, GALLEY_SCREENSHOT: picture });
        await until("the app's window", () => existsSync(place.at(picture)));
        running.child.kill("SIGTERM");
        await running.ended;
        must(!existsSync(inHome("owned")), `code ran with ${JSON.stringify(env)} ${words.join(" ")}`);
      }
      return "it started as the app each time, and the script never ran";
    },
    "the app lets no debugger in (--inspect, --remote-debugging-port, SIGUSR1)": async () => {
      const picture = join(home, "seen.png");
      rmSync(place.at(picture), { force: true });
      const running = start(["--inspect=0", "--remote-debugging-port=0"], { GALLEY_SCREENSHOT: picture });
      await until("the app's window", () => existsSync(place.at(picture)));
      running.child.kill("SIGUSR1");
      await sleep(500);
      const said = running.said;
      running.child.kill("SIGTERM");
      await running.ended;
      must(!/listening on ws:/i.test(said), `it listened: ${said}`);
      return "nothing listened; it says no address and goes on";
    },
    "the app without its archive (app.asar set aside, a folder app/ in its place)": async () => {
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
      await Promise.race([running.ended, sleep(5000)]);
      running.child.kill("SIGKILL");
      place.runAsRoot(["mv", "/opt/galley/resources/aside", "/opt/galley/resources/app.asar"]);
      rmSync(join(resources, "app"), { recursive: true });
      must(!existsSync(inHome("owned")), "code from a folder ran");
      return "the folder's code did not run";
    },
    "the sandbox": async () => {
      const picture = join(home, "seen.png");
      rmSync(place.at(picture), { force: true });
      const running = start([], { GALLEY_SCREENSHOT: picture });
      await until("the app's window", () => existsSync(place.at(picture)));
      const renderers = processesBelow(running.child.pid).filter(({ line }) => line.includes("--type=renderer"));
      running.child.kill("SIGTERM");
      await running.ended;
      must(renderers.length > 0, "no page's process was found");
      for (const { line, status } of renderers) {
        must(/^Seccomp:\t2$/m.test(status), "a page's process runs without system call filter");
        must(!line.includes("--no-sandbox"), "a page's process runs without sandbox");
      }
      return `${renderers.length} page's process${renderers.length > 1 ? "es" : ""}, filtered (seccomp)`;
    },
    "open, type, save, a second file by the desktop's Exec line, quit, open again": async () => {
      // One fuse more, in this copy alone: without it nobody could look in.
      spawnSync("cp", ["-al", place.at("/opt/galley"), place.at(looked)]);
      rmSync(place.at(`${looked}/galley`));
      copyFileSync(place.at(app), place.at(`${looked}/galley`));
      setFuse(place.at(`${looked}/galley`), "enableNodeCliInspectArguments", true);
      place.runAsRoot?.(["chmod", "4755", `${looked}/chrome-sandbox`]);
      write("notes/b.md", "Two\n");
      write("notes/第三 文档.md", "三\n");
      const program = `${looked}/galley`;
      const first = start(["--inspect=0", join(home, "notes/a.md")], {}, program);
      let seen = await lookInto(first);
      await until("the first file's text", async () => (await seen.text()).includes("Second words."));
      await seen.type("Typed here ");
      await until("the save", () => readFileSync(inHome("notes/a.md"), "utf8").includes("Typed here "));

      const entry = readFileSync(place.at("/usr/share/applications/galley.desktop"), "utf8");
      const [, line] = /^Exec=(.*)$/m.exec(entry);
      const files = ["b.md", "第三 文档.md"].map((name) => join(home, "notes", name));
      const words = line.split(" ").flatMap((word) => (word === "%F" ? files : word));
      const handed = place.run(words, screen);
      must(handed.code === 0, `the second start ended with ${handed.code}`);
      await until("three tabs", async () => (await seen.tabs()).length === 3);
      const tabs = await seen.tabs();
      const code = await seen.quit();
      must(code === 0, `the app ended with ${code}: ${first.said.slice(-500)}`);

      const again = start(["--inspect=0"], {}, program);
      seen = await lookInto(again);
      await until("the tabs of last time", async () => (await seen.tabs()).length === 3);
      await seen.quit();
      rmSync(place.at(looked), { recursive: true, force: true });
      return `typed words on the disk, tabs ${tabs.join(", ")}, ended with 0, and all tabs were there again`;
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

/** The processes that `pid` started, and theirs: their command lines and status texts. */
function processesBelow(pid) {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, "utf8");
        const line = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ");
        return { pid: Number(name), parent: Number(/^PPid:\t(\d+)/m.exec(status)?.[1]), line, status };
      } catch {
        // It has ended meanwhile.
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
