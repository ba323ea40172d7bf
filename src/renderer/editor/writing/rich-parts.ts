import type { RichNode } from "./from-html";

/** Rich text in document order: a text, the start of an element, or null for the end of one. */
export type RichPart = string | readonly [name: string, attributes: Readonly<Record<string, string>>] | null;

/** Builds a tree from parts that arrive in pieces. */
export function createTree(): { add(parts: readonly RichPart[]): void; nodes: RichNode[] } {
  const nodes: RichNode[] = [];
  const open: RichNode[][] = [nodes];
  return {
    nodes,
    add(parts) {
      for (const part of parts) {
        if (part === null) open.pop();
        else if (typeof part === "string") open.at(-1)?.push(part);
        else {
          const children: RichNode[] = [];
          open.at(-1)?.push({ name: part[0], attributes: part[1], children });
          open.push(children);
        }
      }
    },
  };
}
