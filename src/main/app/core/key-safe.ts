/** Encrypts secrets with the system's secret storage. */
export type KeySafe = {
  /** Whether encrypted values can only be read in this user's unlocked session. */
  isSafe(): Promise<boolean>;
  encrypt(secret: string): Promise<Uint8Array>;
  /** Throws if the system's key has changed. */
  decrypt(bytes: Uint8Array): Promise<string>;
};
