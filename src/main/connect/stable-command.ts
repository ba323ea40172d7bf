import { posix, win32 } from "node:path";

/** How this process was installed and started. `home` is the checkout; in a package it is unused. */
export type InstallLocation = {
  isPackaged: boolean;
  platform: "linux" | "darwin" | "win32";
  home: string;
  resources: string;
  program: string;
  env: Readonly<Record<string, string | undefined>>;
};

/**
 * The AppImage that this program runs from; null if there is none. Programs started from another AppImage's terminal inherit its variables, so the
 * program itself must lie in the mounted image.
 */
export function ownAppImage({ program, env }: Pick<InstallLocation, "program" | "env">): string | null {
  const { APPIMAGE: image, APPDIR: mounted } = env;
  return image && mounted && posix.isAbsolute(image) && program.startsWith(`${mounted.replace(/\/+$/, "")}/`)
    ? image
    : null;
}

/**
 * The command that starts the command line, valid also after a restart of the machine: a program's absolute path and its arguments. An AppImage is
 * mounted at a new path each time, and macOS runs an app that was not moved to Applications from a temporary path.
 */
export function stableCommand(where: InstallLocation): string[] {
  const { isPackaged, platform, home, resources, program, env } = where;
  if (!isPackaged) {
    return platform === "win32" ? [win32.join(home, "bin", "galley.cmd")] : [posix.join(home, "bin", "galley")];
  }
  // Agents start programs without a shell, and Windows cannot start a .cmd file that way.
  if (platform === "win32") {
    return [
      win32.join(resources, "node", "node.exe"),
      win32.join(resources, "app.asar.unpacked", "out", "main", "cli.js"),
    ];
  }
  const image = platform === "linux" ? ownAppImage({ program, env }) : null;
  if (image !== null) return [image, "--command-line"];
  const isTemporary = platform === "darwin" && /\/AppTranslocation\/|^\/Volumes\//.test(resources);
  return [posix.join(isTemporary ? "/Applications/Galley.app/Contents/Resources" : resources, "bin", "galley")];
}
