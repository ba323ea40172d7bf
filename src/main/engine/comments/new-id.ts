import { randomBytes } from "node:crypto";

/** An id that no other thread (`c`) or lock (`l`) has. */
export const newId = (kind: "c" | "l"): string =>
  `${kind}_${[...randomBytes(10)].map((byte) => (byte % 36).toString(36)).join("")}`;
