import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { assertThat, copyLinked, extractedFolder, isOpen } from "./installed-app.mjs";

/** Code that somebody wants to run as Galley, and the sandbox of the renderers. */
export function attackChecks({ installRoot, installed }) {
  const { home, inHome, write, start, startVisible, end } = installed;
  return {
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
        assertThat(!/listening on ws:/i.test(running.output), `it listened: ${running.output}`);
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
  };
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
