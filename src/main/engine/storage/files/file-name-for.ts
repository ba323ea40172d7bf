import { createHash } from "node:crypto";

/** A file's name, without an ending, for what is stored about a path or another key: the key itself may be too long for one. */
export const fileNameFor = (key: string): string => createHash("sha256").update(key).digest("hex").slice(0, 32);
