/** The system's own store for secrets, as the desktop gives it. */
export type KeySafe = {
  /** Whether what it makes of a secret can be read by nobody without this user's own unlocking. */
  isSafe(): Promise<boolean>;
  encrypt(secret: string): Promise<Uint8Array>;
  /** Fails where the store has changed, or is another one. */
  decrypt(bytes: Uint8Array): Promise<string>;
};
