import { join } from "node:path";
import { z } from "zod";
import { ToolError } from "../../../engine/ports/tool-error";
import type { KeySafe } from "../../core/key-safe";
import { storedJson } from "../../core/stored-json";
import { assistantMessages } from "../core/messages";
import type { Redaction } from "../core/redaction";

/** The keys of providers. They are only ever sent to their own endpoint. */
export type Keys = {
  load(): Promise<string[]>;
  storageOf(provider: string): "none" | "stored" | "session";
  isSafe(): Promise<boolean>;
  /** Throws for `stored` if the system cannot store it, and keeps nothing then. */
  set(provider: string, key: string, until: "stored" | "session"): Promise<void>;
  forget(provider: string): Promise<void>;
  /** `lost` if it was stored and can no longer be decrypted. */
  get(provider: string): Promise<{ status: "found"; key: string } | { status: "none" } | { status: "lost" }>;
};

/** Characters that are valid in an HTTP header. */
const keyShape = /^[\x21-\x7e]{1,4096}$/;

/** Stored keys are in `keys.json`, encrypted by the system's secret storage; session keys only in memory. */
export function createKeys(dataDir: string, safe: KeySafe, redaction: Redaction): Keys {
  const file = storedJson(
    join(dataDir, "keys.json"),
    z.record(z.string(), z.base64()),
    () => assistantMessages.parts.setup,
  );
  const session = new Map<string, string>();
  let stored: Record<string, string> = {};

  const isSafe = (): Promise<boolean> => safe.isSafe().catch(() => false);

  async function forget(provider: string): Promise<void> {
    session.delete(provider);
    if (!Object.hasOwn(stored, provider)) return;
    stored = Object.fromEntries(Object.entries(stored).filter(([id]) => id !== provider));
    await file.save(stored);
  }

  return {
    async load() {
      const { value, notice } = await file.load();
      stored = value ?? {};
      return notice === null ? [] : [notice];
    },
    storageOf: (provider) => (session.has(provider) ? "session" : Object.hasOwn(stored, provider) ? "stored" : "none"),
    isSafe,
    async set(provider, typed, until) {
      const key = typed.trim();
      const { odd, oddHint, refused, refusedHint } = assistantMessages.keys;
      if (!keyShape.test(key)) throw new ToolError("bad_arguments", odd, { hint: oddHint });
      redaction.hide(key);
      if (until === "session") {
        await forget(provider);
        session.set(provider, key);
        return;
      }
      if (!(await isSafe())) throw new ToolError("unsupported", refused, { hint: refusedHint });
      const encrypted = await safe.encrypt(key).catch(() => null);
      if (encrypted === null) throw new ToolError("unsupported", refused, { hint: refusedHint });
      session.delete(provider);
      stored = { ...stored, [provider]: Buffer.from(encrypted).toString("base64") };
      await file.save(stored);
    },
    forget,
    async get(provider) {
      const known = session.get(provider);
      if (known !== undefined) return { status: "found", key: known };
      const encrypted = Object.hasOwn(stored, provider) ? stored[provider] : undefined;
      if (encrypted === undefined) return { status: "none" };
      const key = await safe.decrypt(Buffer.from(encrypted, "base64")).catch(() => null);
      if (key === null || !keyShape.test(key)) return { status: "lost" };
      redaction.hide(key);
      return { status: "found", key };
    },
  };
}
