import { readFileSync } from "node:fs";
import { join } from "node:path";

import { app, assertThat, done } from "./installed-app.mjs";

/** The command line of the package. */
export function commandLineChecks({ installRoot, installed, version }) {
  const { home, screen, inHome, galley, write } = installed;
  return {
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
  };
}
