import { safeStorage } from "electron";
import type { KeySafe } from "../app/core/key-safe";

/**
 * The system's key store: Keychain, DPAPI, or the desktop's keyring. Without a keyring on Linux, Electron would encrypt with a well-known password;
 * that counts as no key store.
 */
export const keySafe: KeySafe = {
  async isSafe() {
    if (!(await safeStorage.isAsyncEncryptionAvailable())) return false;
    return process.platform !== "linux" || !["basic_text", "unknown"].includes(safeStorage.getSelectedStorageBackend());
  },
  encrypt: (secret) => safeStorage.encryptStringAsync(secret),
  decrypt: async (bytes) => (await safeStorage.decryptStringAsync(Buffer.from(bytes))).result,
};
