import { delimiter, dirname } from "node:path";
import type { AgentProgram } from "./known-agents";

/** The environment variables that every agent program receives. None are Galley's, and none hold another program's keys. */
const ALLOWED = new Set(
  [
    "PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ TMPDIR TEMP TMP TERM COLORTERM DISPLAY WAYLAND_DISPLAY",
    "XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME XDG_RUNTIME_DIR XDG_CONFIG_DIRS XDG_DATA_DIRS",
    "DBUS_SESSION_BUS_ADDRESS SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS",
    "HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY",
    "SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT USERPROFILE USERNAME APPDATA LOCALAPPDATA PROGRAMDATA PROGRAMFILES HOMEDRIVE HOMEPATH",
  ].flatMap((line) => line.split(" ")),
);

/** The environment of an agent's process: an allow-list, and the variables of that program's own. */
export function agentEnvironment(
  { variables }: Pick<AgentProgram, "variables">,
  command: string,
  env: NodeJS.ProcessEnv,
): Record<string, string> {
  const clean: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    const plain = name.toUpperCase();
    const isAllowed = ALLOWED.has(plain) || plain.startsWith("LC_") || variables?.test(plain) === true;
    if (isAllowed && value !== undefined) clean[name] = value;
  }
  // Programs that npm installed start `node` by its name, which lies beside them.
  const path = Object.keys(clean).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
  clean[path] = [clean[path], dirname(command)].filter(Boolean).join(delimiter);
  return clean;
}
