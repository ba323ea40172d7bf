import type { Text } from "@codemirror/state";

/** A range of the old text, and the length of its replacement. */
export type ChangedSpan = { from: number; to: number; insert: { length: number } };

/**
 * A range that covers the difference between two versions, up to some lines too long. Shared parts of the tree are skipped without
 * comparing text, so the cost hardly depends on the length of the document.
 */
export function changedSpan(before: Text, after: Text): ChangedSpan {
  const shorter = Math.min(before.length, after.length);
  const from = Math.min(shorter, sharedLength(before, after, "start"));
  const behind = Math.min(shorter - from, sharedLength(before, after, "end"));
  return { from, to: before.length - behind, insert: { length: after.length - behind - from } };
}

/** The length of the shared prefix or suffix, including its line breaks. */
function sharedLength(before: Text, after: Text, end: "start" | "end"): number {
  const [left, right] = [[before], [after]];
  const descend = (stack: Text[], { children }: Text) => {
    stack.pop();
    stack.push(...(end === "start" ? (children ?? []).toReversed() : (children ?? [])));
  };
  for (let length = 0; ; ) {
    const [one, other] = [left.at(-1), right.at(-1)];
    if (!one || !other) return length;
    if (one === other || isSameLeaf(one, other)) {
      length += one.length + 1;
      left.pop();
      right.pop();
    } else if (one.children && (!other.children || one.length >= other.length)) descend(left, one);
    else if (other.children) descend(right, other);
    else return length;
  }
}

function isSameLeaf(one: Text, other: Text): boolean {
  return !one.children && !other.children && one.length === other.length && one.eq(other);
}
