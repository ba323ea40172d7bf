import type { Text } from "@codemirror/state";

/** A stretch of the text before, and how long what stands in its place is now. */
export type ChangedSpan = { from: number; to: number; insert: { length: number } };

/**
 * The stretch in which two versions of a document differ, some lines longer than it need be. The parts that the two share
 * are passed without a look at their text, so this costs about as much for a long document as for a short one.
 */
export function changedSpan(before: Text, after: Text): ChangedSpan {
  const shorter = Math.min(before.length, after.length);
  const from = Math.min(shorter, sharedLength(before, after, "start"));
  const behind = Math.min(shorter - from, sharedLength(before, after, "end"));
  return { from, to: before.length - behind, insert: { length: after.length - behind - from } };
}

/** How long the parts are together that both have at one end, with the line breaks between them. */
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
