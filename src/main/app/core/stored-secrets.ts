import { z } from "zod";
import type { KeySafe } from "./key-safe";
import { storedJson } from "./stored-json";

/** Secrets by name, such as the links of shared folders. */
export type StoredSecrets = {
  /** Reads the file; call it first. Returns notices. */
  load(): Promise<string[]>;
  has(name: string): boolean;
  /** The secret; null if there is none, or if the system's secret storage can no longer read it. */
  of(name: string): Promise<string | null>;
  /** Whether it is kept for the next start, which needs the system's secret storage. */
  isStored(name: string): boolean;
  set(name: string, secret: string): Promise<void>;
  forget(name: string): Promise<void>;
};

/** The encrypted secrets by name. */
const stored = z.record(z.string().max(4096), z.base64());

/**
 * Kept in the file `path`, encrypted by the system's secret storage; without one a secret lasts until the app ends. `part` names
 * the file in notices.
 */
export function createStoredSecrets(path: string, safe: KeySafe, part: () => string): StoredSecrets {
  const file = storedJson(path, stored, part);
  const session = new Map<string, string>();
  let kept: Record<string, string> = {};

  async function forget(name: string): Promise<void> {
    session.delete(name);
    if (!Object.hasOwn(kept, name)) return;
    kept = Object.fromEntries(Object.entries(kept).filter(([each]) => each !== name));
    await file.save(kept);
  }

  return {
    async load() {
      const { value, notice } = await file.load();
      kept = value ?? {};
      return notice === null ? [] : [notice];
    },
    has: (name) => session.has(name) || Object.hasOwn(kept, name),
    async of(name) {
      const encrypted = Object.hasOwn(kept, name) ? kept[name] : undefined;
      if (encrypted === undefined) return session.get(name) ?? null;
      return safe.decrypt(Buffer.from(encrypted, "base64")).catch(() => null);
    },
    isStored: (name) => Object.hasOwn(kept, name),
    async set(name, secret) {
      const isSafe = await safe.isSafe().catch(() => false);
      const encrypted = isSafe ? await safe.encrypt(secret).catch(() => null) : null;
      if (encrypted === null) {
        await forget(name);
        session.set(name, secret);
        return;
      }
      session.delete(name);
      kept = { ...kept, [name]: Buffer.from(encrypted).toString("base64") };
      await file.save(kept);
    },
    forget,
  };
}
