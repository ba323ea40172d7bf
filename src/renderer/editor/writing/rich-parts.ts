import type { RichNode } from "./from-html";

/** Rich text taken apart in the order that it is written: a text; an element that opens; null where one ends. */
export type RichPart = string | readonly [name: string, attributes: Readonly<Record<string, string>>] | null;

/** Puts parts together again; parts of further pieces may follow. */
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
