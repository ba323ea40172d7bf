import { basename } from "node:path";
import { isOfficeLockName, officeLockPaths } from "../../engine/office";

/** Which documents office programs of people have open, or had open a few seconds ago. */
export type OfficeLocks = {
  /** `lately`: the program has closed the document, and its last save may not be handled yet. */
  check(realPath: string): Promise<"held" | "lately" | "none">;
  /** A lock file was found beside this document. The watcher may notice it later than that, or only when it is gone. */
  seen(realPath: string): void;
  /** A watched file may have changed: if it is the lock file of one of these documents, it is looked at. */
  touched(realPath: string, documents: () => Iterable<string>): void;
  /** Forgets the others, whose lock files nobody watches. */
  keepOnly(documents: ReadonlySet<string>): void;
};

/** How long after its lock file is gone a program's last save may be found. */
const LATELY_MS = 5000;

export function createOfficeLocks({
  isLocked,
  log,
  now = () => performance.now(),
}: {
  /** Whether a lock file lies beside this document. */
  isLocked(realPath: string): Promise<boolean>;
  log(error: unknown): void;
  /** Milliseconds. */
  now?: () => number;
}): OfficeLocks {
  /** When the lock was found to be gone, by document; null while it is held. */
  const goneSince = new Map<string, number | null>();

  async function check(realPath: string): Promise<"held" | "lately" | "none"> {
    if (await isLocked(realPath)) {
      goneSince.set(realPath, null);
      return "held";
    }
    const since = goneSince.get(realPath);
    if (since === undefined) return "none";
    if (since === null) goneSince.set(realPath, now());
    else if (now() - since > LATELY_MS) goneSince.delete(realPath);
    return goneSince.has(realPath) ? "lately" : "none";
  }

  return {
    check,
    seen(realPath) {
      goneSince.set(realPath, null);
    },
    touched(realPath, documents) {
      if (!isOfficeLockName(basename(realPath))) return;
      for (const document of documents())
        if (officeLockPaths(document).includes(realPath)) void check(document).catch(log);
    },
    keepOnly(documents) {
      for (const document of goneSince.keys()) if (!documents.has(document)) goneSince.delete(document);
    },
  };
}
