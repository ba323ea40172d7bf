import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from "node:crypto";
import type { PackedEdits } from "../../../core/review/packed-edits";

/** Edits of a file of secrets as they are stored: their positions, and the texts that they replaced, readable for this process only. */
export type SealedEdits = {
  /** The edits without the texts they replaced. */
  spans: PackedEdits;
  /** The process that can decrypt `text`; null if the texts are lost. */
  process: string | null;
  /** All of the edits, encrypted: nonce, tag and ciphertext in Base64. */
  text: string;
};

/** Encrypts the texts of pending edits for the process that wrote them. */
export type Seal = {
  close(edits: PackedEdits): SealedEdits;
  /** Null if another process encrypted it. */
  open(sealed: SealedEdits): PackedEdits | null;
};

const algorithm = "aes-256-gcm";
const [nonceLength, tagLength] = [12, 16];

/** A seal with a key that is never stored: after this process ends, nobody can decrypt its edits. */
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

/** Edits whose replaced texts are lost. */
export const lostEdits = (edits: PackedEdits): SealedEdits => ({ spans: withoutTexts(edits), process: null, text: "" });

/** Each edit as an insertion of its present text; an edit that only removed words is dropped. */
const withoutTexts = (edits: PackedEdits): PackedEdits =>
  edits.flatMap((piece): PackedEdits => {
    if (typeof piece === "number") return [piece];
    const isShown = piece.now.some(([length]) => length > 0);
    return isShown ? [{ ...piece, accepted: [] }] : [];
  });
