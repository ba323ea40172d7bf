/** Removes keys from everything that leaves the assistant: errors, logs, answers. */
export type Redaction = {
  /** Removes this secret from now on, in every encoding that a program may use. */
  hide(secret: string): void;
  clean(text: string): string;
  /** For streamed text: holds back what may be the beginning of a secret. */
  stream(): { more(text: string): string; rest(): string };
};

const shortest = 4;

export function createRedaction(): Redaction {
  const hidden = new Set<string>();

  const clean = (text: string): string => {
    let cleaned = text;
    // Longest first: one spelling may contain another.
    for (const secret of [...hidden].sort((a, b) => b.length - a.length)) cleaned = cleaned.replaceAll(secret, "[key]");
    return cleaned;
  };

  /** The length of the longest suffix that may be the beginning of a secret. */
  const unsure = (text: string): number => {
    let most = 0;
    for (const secret of hidden) {
      for (let length = Math.min(secret.length - 1, text.length); length > most; length--) {
        if (secret.startsWith(text.slice(-length))) most = length;
      }
    }
    return most;
  };

  return {
    hide(secret) {
      if (secret.length < shortest) return;
      const bytes = Buffer.from(secret);
      const spellings = [
        secret,
        encodeURIComponent(secret),
        JSON.stringify(secret).slice(1, -1),
        bytes.toString("base64"),
        bytes.toString("base64url"),
        bytes.toString("hex"),
      ];
      for (const spelling of spellings) hidden.add(spelling);
    },
    clean,
    stream() {
      let held = "";
      return {
        more(text) {
          const all = clean(held + text);
          const heldLength = unsure(all);
          held = heldLength === 0 ? "" : all.slice(-heldLength);
          return all.slice(0, all.length - heldLength);
        },
        rest() {
          const last = held;
          held = "";
          return last;
        },
      };
    },
  };
}
