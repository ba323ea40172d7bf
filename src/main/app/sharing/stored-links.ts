import { join } from "node:path";
import { z } from "zod";
import type { KeySafe } from "../core/key-safe";
import { t } from "../core/messages";
import { storedJson } from "../core/stored-json";

/** The links of shared folders that folders of this machine have joined. */
export type StoredLinks = {
  load(): Promise<string[]>;
  has(root: string): boolean;
  /** The link; null if the system's secret storage can no longer read it. */
  of(root: string): Promise<string | null>;
  /** Whether it is kept for the next start, which needs the system's secret storage. */
  isStored(root: string): boolean;
  set(root: string, link: string): Promise<void>;
  forget(root: string): Promise<void>;
};

/** By the folder's real path: the encrypted link. */
const stored = z.record(z.string().max(4096), z.base64());

/** Stored in `shared-folders.json`, encrypted by the system's secret storage; without one a link lasts until the app ends. */
export function createStoredLinks(dataDir: string, safe: KeySafe): StoredLinks {
  const file = storedJson(join(dataDir, "shared-folders.json"), stored, () => t.parts.sharing);
  const session = new Map<string, string>();
  let kept: Record<string, string> = {};

  async function forget(root: string): Promise<void> {
    session.delete(root);
    if (!Object.hasOwn(kept, root)) return;
    kept = Object.fromEntries(Object.entries(kept).filter(([path]) => path !== root));
    await file.save(kept);
  }

  return {
    async load() {
      const { value, notice } = await file.load();
      kept = value ?? {};
      return notice === null ? [] : [notice];
    },
    has: (root) => session.has(root) || Object.hasOwn(kept, root),
    async of(root) {
      const encrypted = Object.hasOwn(kept, root) ? kept[root] : undefined;
      if (encrypted === undefined) return session.get(root) ?? null;
      return safe.decrypt(Buffer.from(encrypted, "base64")).catch(() => null);
    },
    isStored: (root) => Object.hasOwn(kept, root),
    async set(root, link) {
      const isSafe = await safe.isSafe().catch(() => false);
      const encrypted = isSafe ? await safe.encrypt(link).catch(() => null) : null;
      await forget(root);
      if (encrypted === null) {
        session.set(root, link);
        return;
      }
      kept = { ...kept, [root]: Buffer.from(encrypted).toString("base64") };
      await file.save(kept);
    },
    forget,
  };
}
