import { open } from "node:fs/promises";

/** Front matter that is longer is not read. In bytes. */
const HEAD = 256 * 1024;

/** Whether a file begins with front matter that has a `kind`, as far as bytes tell. False for one that cannot be read, or no longer exists. */
export async function mayBeEntry(path: string): Promise<boolean> {
  const file = await open(path).catch(() => null);
  if (file === null) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    // In UTF-16, every other byte of these letters is 0.
    return /^kind[ \t]*:/m.test(buffer.toString("latin1", 0, bytesRead).replaceAll("\0", ""));
  } catch {
    return false;
  } finally {
    await file.close();
  }
}
