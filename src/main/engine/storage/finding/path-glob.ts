import { MAX_GLOB, MAX_GLOB_ALTERNATIVES } from "../../ports/limits";
import { ToolError } from "../../ports/tool-error";
import { type NameTest, nameTest } from "./segment-glob";

/** The state of a walk inside a pattern; null if nothing below can match. */
export type GlobState = readonly number[] | null;

/**
 * A pattern over paths, matched one folder at a time, so that folders without possible matches are never opened. `**` matches any number of
 * folders. Only a part that begins with a dot matches names that begin with one.
 */
export type PathGlob = {
  /** The leading parts without wildcards: where to start. May contain `..`; an empty first part is the root. */
  base: readonly string[];
  /** The state after `base`. */
  start: GlobState;
  /** The state one folder further down. */
  into(state: GlobState, name: string): GlobState;
  /** Whether a file called `name` in the folder of `state` matches. */
  matches(state: GlobState, name: string): boolean;
  /** Whether the last part names a file extension (`*.txt`), and so asks for more than the usual types. */
  namesEnding: boolean;
};

type Part = "any folders" | { test: NameTest; isDotted: boolean };

/** Whether a path is a pattern: it has `*`, `?`, `[…]` or `{a,b}`. The caller first checks for a file of that name. */
export const isGlob = (path: string): boolean => /[*?]|\[[^\]]|\{[^{}]*,[^{}]*\}/.test(path);

/** The patterns that `{a,b}` expands to. Rejects patterns that are too long or expand to too many. */
export function parsePathGlob(pattern: string): PathGlob[] {
  if (pattern.length > MAX_GLOB)
    throw new ToolError("bad_arguments", `the file pattern has ${pattern.length} characters of at most ${MAX_GLOB}`);
  return withoutBraces(pattern).map(oneGlob);
}

function oneGlob(pattern: string): PathGlob {
  const written = pattern.split("/").filter((part, index) => index === 0 || (part !== "" && part !== "."));
  // The last part always names files.
  let first = written.slice(0, -1).findIndex((part) => /[*?[]/.test(part));
  if (first < 0) first = written.length - 1;
  const base = written.slice(0, first).map(plain);
  const parts = written.slice(first).map(partOf);
  const last = written.at(-1) ?? "";
  const reach = (states: readonly number[]): readonly number[] => {
    const all = new Set<number>();
    for (let state of states) {
      all.add(state);
      while (parts[state] === "any folders") all.add(++state);
    }
    return [...all];
  };
  const step = (state: GlobState, name: string): readonly number[] => {
    const next: number[] = [];
    for (const at of state ?? []) {
      const part = parts[at];
      if (part === "any folders") {
        if (!name.startsWith(".")) next.push(at);
      } else if (part !== undefined && part !== null && (part.isDotted || !name.startsWith(".")) && part.test(name))
        next.push(at + 1);
    }
    return reach(next);
  };
  return {
    base,
    start: parts.includes(null) ? null : reach([0]),
    into(place, name) {
      const next = step(place, name).filter((at) => at < parts.length);
      return next.length === 0 ? null : next;
    },
    matches: (state, name) => step(state, name).includes(parts.length),
    namesEnding: /\.[^.*?[\]\\]+$/.test(last) || !/[*?[]/.test(last),
  };
}

function partOf(part: string): Part | null {
  if (part === "**") return "any folders";
  const test = nameTest(part);
  return test === null ? null : { test, isDotted: /^\\?\./.test(part) };
}

/** A part without wildcards, as a plain name. */
const plain = (part: string): string => part.replace(/\\(.)/g, "$1");

/** `a{b,c}d` expands to `abd` and `acd`, also nested. Braces without a comma are literal. */
function withoutBraces(pattern: string): string[] {
  const done: string[] = [];
  const open = [pattern];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const inner = /\{([^{}]*,[^{}]*)\}/.exec(next);
    if (inner === null) done.push(next);
    else {
      const [before, after] = [next.slice(0, inner.index), next.slice(inner.index + inner[0].length)];
      for (const choice of (inner[1] ?? "").split(",")) open.push(before + choice + after);
    }
    if (done.length + open.length > MAX_GLOB_ALTERNATIVES)
      throw new ToolError("bad_arguments", `the file pattern expands to more than ${MAX_GLOB_ALTERNATIVES} patterns`, {
        hint: "Use fewer braces, or name several patterns in a list.",
      });
  }
  return [...new Set(done)];
}
