import { posix, win32 } from "node:path";

/** What of this run tells where Galley lies. `home`: the checkout or, in a package, what is no place of the command line. */
export type Whereabouts = {
  isPackaged: boolean;
  platform: "linux" | "darwin" | "win32";
  home: string;
  resources: string;
  program: string;
  env: Readonly<Record<string, string | undefined>>;
};

/**
 * The AppImage that this program runs from; null where there is none. Programs that were started from another AppImage's terminal
 * have that one's variables, too: only a program that lies in the mounted image is of it.
 */
export function ownAppImage({ program, env }: Pick<Whereabouts, "program" | "env">): string | null {
  const { APPIMAGE: image, APPDIR: mounted } = env;
  return image && mounted && posix.isAbsolute(image) && program.startsWith(`${mounted.replace(/\/+$/, "")}/`)
    ? image
    : null;
}

/**
 * The words that start the command line, now and after a restart of the machine: the first is a program's absolute path. An
 * AppImage is mounted elsewhere each time, and macOS runs what was not moved to Applications from a passing place.
 */
export function lastingCommand(where: Whereabouts): string[] {
  const { isPackaged, platform, home, resources, program, env } = where;
  if (!isPackaged) {
    return platform === "win32" ? [win32.join(home, "bin", "galley.cmd")] : [posix.join(home, "bin", "galley")];
  }
  // Agents start programs without a shell, and Windows starts no .cmd like that.
  if (platform === "win32") {
    return [
      win32.join(resources, "node", "node.exe"),
      win32.join(resources, "app.asar.unpacked", "out", "main", "cli.js"),
    ];
  }
  const image = platform === "linux" ? ownAppImage({ program, env }) : null;
  if (image !== null) return [image, "--command-line"];
  const isPassing = platform === "darwin" && /\/AppTranslocation\/|^\/Volumes\//.test(resources);
  return [posix.join(isPassing ? "/Applications/Galley.app/Contents/Resources" : resources, "bin", "galley")];
}
