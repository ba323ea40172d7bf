import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { lstat, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { serialQueue } from "../../core/async/serial-queue";
import { explain, makeFolders, replaceWholeFile } from "../engine/storage";

/** The secret that HTTP agents must send: 256 random bits, in a file that only the user can read. */
export type HttpToken = {
  /** The token; created if there is none or if others could read the file. */
  now(): Promise<string>;
  /** Compares in constant time. False until `now` was called. */
  is(given: string): boolean;
  /** Creates a new token; the previous one is invalid immediately. */
  renew(): Promise<string>;
};

const form = /^[A-Za-z0-9_-]{43}$/;

/** The token for HTTP clients, in the file at `path`. */
export function httpToken(path: string): HttpToken {
  const enqueue = serialQueue();
  let token: string | null = null;
  let digest: Buffer | null = null;
  let reading: Promise<string | null> | null = null;

  function set(next: string): string {
    token = next;
    digest = digestOf(next);
    return next;
  }

  async function renew(): Promise<string> {
    const next = set(randomBytes(32).toString("base64url"));
    await enqueue(() => store(path, next));
    return next;
  }

  return {
    async now() {
      if (token !== null) return token;
      reading ??= stored(path);
      const found = await reading;
      reading = null;
      // It may have been renewed or read in the meantime.
      if (token !== null) return token;
      return found === null ? renew() : set(found);
    },
    // Compares digests of equal length, so that timing reveals nothing.
    is: (given) => digest !== null && timingSafeEqual(digestOf(given), digest),
    renew,
  };
}

const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest();

async function store(path: string, token: string): Promise<void> {
  try {
    // Node reports ENOENT for a folder on a read-only disk; `makeFolders` reports the real error.
    makeFolders(dirname(path), 0o700);
    await replaceWholeFile(path, `${token}\n`, 0o600);
  } catch (error) {
    throw explain(error, { path, operation: "save" });
  }
}

/** Null if there is no file, or one that others could have read or written. */
async function stored(path: string): Promise<string | null> {
  const found = await lstat(path).catch(() => null);
  if (found === null || !found.isFile()) return null;
  const isOwn = process.platform === "win32" || (found.uid === process.getuid?.() && (found.mode & 0o077) === 0);
  if (!isOwn) return null;
  const text = (await readFile(path, "utf8")).trim();
  return form.test(text) ? text : null;
}
