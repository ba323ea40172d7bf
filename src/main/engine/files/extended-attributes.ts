import { execFile } from "node:child_process";

/**
 * Copies extended attributes and access lists from one file of `folder` to another, as far as this user may. Node has no call for
 * them, so that on Linux the system's own `cp` does it, on the side, while the bytes are written. Answers with what should be said
 * about it, or null. Where there is no such `cp` (Windows, a bare container) nothing is copied, and nothing is known.
 */
export async function copyAttributes(folder: string, from: string, to: string): Promise<string | null> {
  if (process.platform !== "linux") return null;
  const options = ["--attributes-only", "--preserve=all", "--no-preserve=timestamps,links,ownership", "--"];
  return new Promise((resolve) => {
    const settings = { cwd: folder, timeout: 5000, env: { PATH: process.env["PATH"], LC_ALL: "C" } };
    execFile("cp", [...options, `./${from}`, `./${to}`], settings, (error, _, complaint) => {
      const missing = error !== null && (error as NodeJS.ErrnoException).code === "ENOENT";
      const unknown = /unrecognized option|invalid option|not supported/i.test(complaint);
      if (missing || unknown || complaint.trim() === "") resolve(null);
      else resolve("some of the file's extended attributes could not be kept");
    });
  });
}
