import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { lstat, readFile } from "node:fs/promises";
import { latestFile } from "../core/latest-file";

/** The secret that agents over HTTP show: 256 random bits of this installation, in a file that only its user can read. */
export type HttpToken = {
  /** The token, made where there is none, or none that is still a secret. */
  now(): Promise<string>;
  /** In constant time. False as long as `now` has not been asked. */
  is(given: string): boolean;
  /** Another one; the one before is worth nothing from the call on. */
  renew(): Promise<string>;
};

const form = /^[A-Za-z0-9_-]{43}$/;

/** Kept at `path`. */
export function httpToken(path: string): HttpToken {
  const file = latestFile(path);
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
    await file.set(`${next}\n`);
    return next;
  }

  return {
    async now() {
      if (token !== null) return token;
      reading ??= stored(path);
      const found = await reading;
      reading = null;
      // Somebody may have renewed it meanwhile, or asked at the same time.
      if (token !== null) return token;
      return found === null ? renew() : set(found);
    },
    // Of equal length whatever was given, so that nothing is learnt from how long it takes.
    is: (given) => digest !== null && timingSafeEqual(digestOf(given), digest),
    renew,
  };
}

const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Null where there is no file, or one that others could have read or put there. */
async function stored(path: string): Promise<string | null> {
  const found = await lstat(path).catch(() => null);
  if (found === null || !found.isFile()) return null;
  const isOwn = process.platform === "win32" || (found.uid === process.getuid?.() && (found.mode & 0o077) === 0);
  if (!isOwn) return null;
  const text = (await readFile(path, "utf8")).trim();
  return form.test(text) ? text : null;
}
