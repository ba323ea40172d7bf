/** What a member does with a file that travels as whole versions, from what it has, what is shared, and what both last had in common. */
import { aheadOf, type WholeVersion } from "./whole-list";

/** The version that a file and its entry last had in common; `isOwn`: it was this machine that shared it. */
export type WholeCommon = { hash: string; isOwn: boolean };

/** Each null if there is none. `here` is the hash of the file. */
export type WholeSides = { common: WholeCommon | null; here: string | null; shared: WholeVersion | null };

/**
 * `equal`: both have it, or neither. `stays`: what was changed here is not for the others, because this member may only read. `keep both`: the file goes
 * beside its path under a name of its own, and the shared version takes the path.
 */
export type WholeStep = "equal" | "stays" | "fetch" | "send" | "keep both" | "delete here" | "delete there";

/**
 * Decides about one file. What is here is given up only if this machine had it in common with the others, or if whoever made the shared version says that
 * they had it. A version that this machine shared may have lost to one that somebody made at the same time: it is in the list no longer, and is kept, too.
 */
export function decideWhole({ common, here, shared }: WholeSides, mayWrite: boolean): WholeStep {
  if (shared === null) {
    if (here === null) return "equal";
    if (common?.hash === here) return "delete here";
    return mayWrite ? "send" : "stays";
  }
  if (here === null) {
    if (common?.hash !== shared.hash) return "fetch";
    return mayWrite ? "delete there" : "stays";
  }
  if (here === shared.hash) return "equal";
  // Also if it is an earlier version again: somebody has put it back.
  if (common?.hash === shared.hash) return mayWrite ? "send" : "stays";
  const ahead = aheadOf(shared, here);
  const isPutBack = common !== null && ahead > aheadOf(shared, common.hash);
  if (Number.isFinite(ahead)) return isPutBack ? "keep both" : "fetch";
  if (common?.hash === here) return common.isOwn ? "keep both" : "fetch";
  return "keep both";
}

export type WholePlan = {
  /** The steps by path; files that are equal are left out. */
  steps: Map<string, Exclude<WholeStep, "equal">>;
  /** Files that others renamed, and files that were renamed here: from which path to which. They have no step. */
  renamedThere: [from: string, to: string][];
  renamedHere: [from: string, to: string][];
};

/** Decides about all files. A file that went and one of the same content that came are one that was renamed. */
export function planWhole(files: ReadonlyMap<string, WholeSides>, mayWrite: boolean): WholePlan {
  const steps: WholePlan["steps"] = new Map();
  for (const [path, sides] of files) {
    const step = decideWhole(sides, mayWrite);
    if (step !== "equal") steps.set(path, step);
  }
  const pair = (gone: WholeStep, came: WholeStep, hashOfCame: (sides: WholeSides) => string | undefined) => {
    const arrived = new Map<string, string[]>();
    for (const [path, step] of steps) {
      const sides = files.get(path) as WholeSides;
      const hash = step === came && sides.common === null ? hashOfCame(sides) : undefined;
      if (hash !== undefined) arrived.set(hash, [...(arrived.get(hash) ?? []), path]);
    }
    const renamed: [string, string][] = [];
    for (const [from, step] of [...steps]) {
      const to = step === gone ? arrived.get(files.get(from)?.common?.hash ?? "")?.shift() : undefined;
      if (to === undefined) continue;
      renamed.push([from, to]);
      steps.delete(from);
      steps.delete(to);
    }
    return renamed;
  };
  return {
    renamedThere: pair("delete here", "fetch", ({ here, shared }) => (here === null ? shared?.hash : undefined)),
    renamedHere: pair("delete there", "send", ({ here, shared }) =>
      shared === null ? (here ?? undefined) : undefined,
    ),
    steps,
  };
}

/** The name under which what is here is kept beside the shared version: `name (ann@desk).png`, with a number if that is taken. */
export function nameBeside(path: string, member: string, number: number): string {
  const slash = path.lastIndexOf("/") + 1;
  const dot = path.lastIndexOf(".");
  const [stem, ending] = dot > slash ? [path.slice(0, dot), path.slice(dot)] : [path, ""];
  // No character that some system has no file name for.
  const name =
    member
      .replace(/[\p{Cc}\p{Cf}\p{Cs}<>:"|?*\\/]/gu, "-")
      .slice(0, 60)
      .trim() || "other";
  return `${stem} (${name}${number === 1 ? "" : ` ${number}`})${ending}`;
}
