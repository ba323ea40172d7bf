import { spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { AgentClient, Workplace } from "./clients";

/** How a client's process ended, and the end of what it printed. */
export type Ended = { code: number | null; printed: string };

/** The longest that one client may run. */
const MAX_MS = 10 * 60_000;

/**
 * Starts a client for one prompt and waits for its end. It gets nothing of this process's environment but the path of programs, and no way out of the
 * machine: requests to anything but the loopback interface go to a port where nothing listens.
 */
export async function runClient(client: AgentClient, folder: string, place: Workplace, prompt: string): Promise<Ended> {
  await mkdir(place.home, { recursive: true });
  const { args, env } = await client.start(place, prompt);
  const program = join(folder, client.program);
  const node = process.env["GALLEY_NODE"] ?? "node";
  const [command, all] = client.isScript ? [node, [program, ...args]] : [program, args];
  const nowhere = "http://127.0.0.1:9";
  const child = spawn(command, all, {
    cwd: place.root,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"],
      HOME: place.home,
      LANG: "C.UTF-8",
      TERM: "dumb",
      CI: "1",
      http_proxy: nowhere,
      https_proxy: nowhere,
      HTTP_PROXY: nowhere,
      HTTPS_PROXY: nowhere,
      no_proxy: "127.0.0.1,localhost",
      NO_PROXY: "127.0.0.1,localhost",
      ...env,
    },
  });
  let printed = "";
  for (const output of [child.stdout, child.stderr])
    output.setEncoding("utf8").on("data", (text: string) => {
      printed = `${printed}${text}`.slice(-20_000);
    });
  const timer = setTimeout(() => child.kill("SIGKILL"), MAX_MS);
  const code = await new Promise<number | null>((done, failed) => {
    child.once("error", failed);
    child.once("close", done);
  });
  clearTimeout(timer);
  return { code, printed };
}
