/** A real server of a shared folder with plain files and the page for guests. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cleanEnv, electronProgram, folder, project, removeFolder } from "./launch";

export type GuestRole = "reader" | "commenter" | "editor";

export type GuestServer = {
  /** The address of the page for a role, with the secret of its link. */
  link(role: GuestRole): string;
  /** The link with which a member joins as an editor. */
  memberLink: string;
  /** A file of the server's folder. */
  onDisk(name: string): Promise<string>;
  writeExternally(name: string, text: string): Promise<void>;
  close(): Promise<void>;
};

/** Starts `galley serve --folder --web` with these files. */
export async function startGuestServer(files: Record<string, string>): Promise<GuestServer> {
  const home = await folder("guests");
  const [data, root, own] = [join(home, "store"), join(home, "notes"), join(home, "galley")];
  await mkdir(root);
  for (const [name, text] of Object.entries(files)) await writeFile(join(root, name), text);
  const options = ["--data", data, "--folder", root, "--mcp-port", "0", "--port", "0", "--web"];
  const args = [join(project, "out/main/cli.js"), "serve", ...options, "--link", "reader", "--link", "commenter"];
  const server = spawn(electronProgram, args, {
    env: cleanEnv({ ELECTRON_RUN_AS_NODE: "1", GALLEY_DATA: own }),
    stdio: ["ignore", "pipe", "ignore"],
  });
  const printed = await outputOf(server);
  const linkOf = (role: GuestRole): string => new RegExp(`Link for ${role}s: (\\S+)`).exec(printed)?.[1] ?? "";
  return {
    link: (role) => linkOf(role).replace("galley:", "http:"),
    memberLink: linkOf("editor"),
    onDisk: (name) => readFile(join(root, name), "utf8"),
    writeExternally: (name, text) => writeFile(join(root, name), text),
    async close() {
      const ended = once(server, "exit");
      server.kill("SIGTERM");
      await ended;
      await removeFolder(home);
    },
  };
}

async function outputOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error("no output");
  let printed = "";
  for await (const part of stdout) {
    printed += String(part);
    if (/Guests .*\n/.test(printed)) return printed;
  }
  throw new Error(`the server did not start: ${printed}`);
}
