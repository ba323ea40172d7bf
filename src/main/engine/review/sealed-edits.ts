import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from "node:crypto";
import type { PackedEdits } from "../../../core/review/packed-edits";

/** Edits of a file of secrets as they are stored: where they are, and the texts that they replaced for this process alone. */
export type SealedEdits = {
  /** The edits without what they replaced. */
  spans: PackedEdits;
  /** Which process can open it; null where the texts are lost. */
  process: string | null;
  /** All of the edits, encrypted: nonce, tag and text, in Base64. */
  text: string;
};

/** Hides the texts of pending edits from everybody but the process that wrote them. */
export type Seal = {
  close(edits: PackedEdits): SealedEdits;
  /** Null where another process closed it, which may have ended. */
  open(sealed: SealedEdits): PackedEdits | null;
};

const algorithm = "aes-256-gcm";
const [nonceLength, tagLength] = [12, 16];

/** A seal whose key is never stored: what it closes can't be read once this process has ended. */
export function createSeal(): Seal {
  const key = randomBytes(32);
  const process = randomUUID();
  return {
    close(edits) {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv(algorithm, key, nonce);
      const encrypted = Buffer.concat([cipher.update(JSON.stringify(edits), "utf8"), cipher.final()]);
      const text = Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString("base64");
      return { spans: withoutTexts(edits), process, text };
    },
    open(sealed) {
      if (sealed.process !== process) return null;
      const bytes = Buffer.from(sealed.text, "base64");
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceLength));
      decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
      const text = Buffer.concat([decipher.update(bytes.subarray(nonceLength + tagLength)), decipher.final()]);
      return JSON.parse(text.toString("utf8")) as PackedEdits;
    },
  };
}

/** The edits of which nobody knows any more what they replaced. */
export const lostEdits = (edits: PackedEdits): SealedEdits => ({ spans: withoutTexts(edits), process: null, text: "" });

/** Each edit as an insertion of what stands there now; one that only removed words has no span to show. */
const withoutTexts = (edits: PackedEdits): PackedEdits =>
  edits.flatMap((piece): PackedEdits => {
    if (typeof piece === "number") return [piece];
    const isShown = piece.now.some(([length]) => length > 0);
    return isShown ? [{ ...piece, accepted: [] }] : [];
  });
