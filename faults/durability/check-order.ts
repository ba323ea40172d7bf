import { dirname } from "node:path";
import type { FileCall } from "./file-record";

/** What must be on the disk, and when. Paths are matched by these expressions. */
export type DurabilityRules = {
  /** Paths that must survive. Others, such as locks, may be lost in a power cut. */
  matters: RegExp;
  /** The printed line that confirms the write to the caller. From then on everything that matters must survive a power cut. */
  confirmed: RegExp;
  /** The printed line before the write under test. Writes to a `backup` before it do not count. */
  begins?: RegExp;
  /** Before `target` is changed, something must have been written to `backup`, and all of that must be on the disk. */
  first?: readonly { backup: RegExp; target: RegExp }[];
  /** Files and folders that existed when the record began. */
  there: ReadonlySet<string>;
};

/** A change that a power cut may still undo: of a file's bytes, or of a folder's names. */
type Change = { description: string; isDone: boolean };
type Item = { changes: Set<Change> };

/**
 * Messages about what is wrong with the order of the calls; empty if after a power cut at any moment the old text or the new one is there,
 * and a confirmed one stays. Tracks what could be lost: a write until its file is synced, a name until its folder is synced. A sync covers
 * the writes that had ended when it began.
 */
export function checkOrder(calls: readonly FileCall[], rules: DurabilityRules): string[] {
  const { matters, begins, confirmed, first = [] } = rules;
  const wrong = new Set<string>();
  const items = new Map<string, Item>();
  const there = new Set(rules.there);
  const backups = new Set<string>();
  let isConfirmed = false;

  const itemAt = (path: string): Item => {
    const found = items.get(path) ?? { changes: new Set() };
    items.set(path, found);
    return found;
  };
  const pendingIn = (isMeant: RegExp): string[] =>
    [...items].flatMap(([path, { changes }]) => {
      const all = [...changes].map(({ description }) => description);
      return isMeant.test(path) ? all : all.filter((description) => isMeant.test(description));
    });
  const begin = (path: string, description: string): Change => {
    const change = { description, isDone: false };
    itemAt(path).changes.add(change);
    return change;
  };
  const checkBackups = (path: string): void => {
    for (const { backup, target } of first) {
      if (!target.test(path)) continue;
      if (![...backups].some((each) => backup.test(each)))
        wrong.add(`${path} is changed before anything is written to ${backup.source}`);
      for (const description of pendingIn(backup))
        wrong.add(`${path} is changed before this is on the disk: ${description}`);
    }
  };

  /** Handles the start of a call; returns the handler of its end. */
  const run = (call: FileCall): (() => void) => {
    switch (call.what) {
      case "print":
        if (begins?.test(call.text)) backups.clear();
        if (!confirmed.test(call.text)) return () => {};
        isConfirmed = true;
        for (const description of pendingIn(matters)) wrong.add(`confirmed before this is on the disk: ${description}`);
        return () => {};
      case "write": {
        checkBackups(call.path);
        backups.add(call.path);
        const change = begin(call.path, `a write to ${call.path}`);
        return () => {
          change.isDone = true;
        };
      }
      case "make":
      case "make folder": {
        if (there.has(call.path)) return () => {};
        there.add(call.path);
        const change = begin(dirname(call.path), `the name ${call.path}`);
        return () => {
          change.isDone = true;
        };
      }
      case "sync": {
        const { changes } = itemAt(call.path);
        const covered = [...changes].filter(({ isDone }) => isDone);
        return () => {
          for (const change of covered) changes.delete(change);
        };
      }
      case "rename":
      case "link": {
        const { path, to } = call;
        checkBackups(to);
        const item = itemAt(path);
        if (matters.test(to))
          for (const { description: words } of item.changes)
            wrong.add(`${to} gets a file before this is on the disk: ${words}`);
        backups.add(to);
        const changes = [begin(dirname(to), `the name ${to}`)];
        if (call.what === "rename") changes.push(begin(dirname(path), `the removal of ${path}`));
        return () => {
          for (const change of changes) change.isDone = true;
          items.set(to, item);
          there.add(to);
          if (call.what === "rename") {
            items.delete(path);
            there.delete(path);
          }
        };
      }
      case "remove": {
        const change = begin(dirname(call.path), `the removal of ${call.path}`);
        return () => {
          change.isDone = true;
          items.delete(call.path);
          there.delete(call.path);
        };
      }
    }
  };

  const moments = calls
    .flatMap((call) => {
      const ends: (() => void)[] = [];
      return [
        { at: call.start, order: 1, act: () => ends.push(run(call)) },
        { at: call.end, order: call.start === call.end ? 2 : 0, act: () => ends[0]?.() },
      ];
    })
    .sort((a, b) => a.at - b.at || a.order - b.order);
  for (const { act } of moments) act();
  if (!isConfirmed) wrong.add(`nothing was confirmed with ${confirmed.source}`);
  return [...wrong];
}
