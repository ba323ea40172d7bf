import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fuses } from "../builder-config.mjs";
import { readFuses } from "../fuse-wire.mjs";
import { attackChecks } from "./attack-checks.mjs";
import { commandLineChecks } from "./command-line-checks.mjs";
import { app, assertThat, installedApp } from "./installed-app.mjs";
import { mcpChecks } from "./mcp-checks.mjs";
import { usageChecks } from "./usage-checks.mjs";

/**
 * All checks of an installed package: each has a name and returns what it saw, as a sentence. `endAll` ends the apps that a check left running.
 * `installRoot` is a root from clean-root.mjs.
 */
export function checksOf({ place: installRoot, display, version }) {
  const installed = installedApp(installRoot, display);
  const given = { installRoot, installed, version };
  return {
    checks: {
      ...fileChecks(given),
      ...commandLineChecks(given),
      ...mcpChecks(given),
      ...attackChecks(given),
      ...usageChecks(given),
    },
    endAll: installed.endAll,
  };
}

/** What was installed. */
function fileChecks({ installRoot }) {
  return {
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
  };
}
