import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setFuse } from "../fuse-wire.mjs";
import { inspectApp, waitFor } from "./inspect-app.mjs";
import { app, assertThat, copyLinked, extractedFolder } from "./installed-app.mjs";

/** Use of the app as people use it. */
export function usageChecks({ installRoot, installed, version }) {
  const { home, screen, inHome, galley, write, start, startVisible, end } = installed;
  return {
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
      assertThat(code === 0, `the app ended with ${code}: ${first.output.slice(-500)}`);

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
}
