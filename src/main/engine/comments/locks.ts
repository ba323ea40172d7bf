import type { KeyedQueue } from "../../../core/async/serial-queue";
import { anchorAt } from "../../../core/comments/anchor";
import { listSections, parseOutline } from "../../../core/markdown/sections";
import type { CommentedText, Comments, PlacedLock, StoredLock } from "../ports/comments";
import { MAX_QUOTE } from "../ports/limits";
import { ToolError } from "../ports/tool-error";
import type { CommentFileLocations } from "./comment-file-locations";
import type { CommentStorage } from "./comment-storage";
import type { FollowedPassages } from "./followed-passages";
import { newId } from "./new-id";

type LocksDeps = {
  storage: CommentStorage;
  places: CommentFileLocations;
  passages: Pick<FollowedPassages, "placesIn" | "latest" | "added" | "placed" | "flush">;
  enqueue: KeyedQueue;
  notify(realPath: string): void;
  now(): string;
};

/** The passages that the user protects from agents. */
export function createLocks(
  deps: LocksDeps,
): Pick<Comments, "locks" | "protect" | "setLockMode" | "unprotect" | "placeLocks"> {
  const { storage, places, passages, enqueue, notify, now } = deps;

  async function locks(document: Parameters<Comments["locks"]>[0]): Promise<PlacedLock[]> {
    const { realPath } = document;
    return enqueue(realPath, async () => {
      const loaded = await storage.load(realPath);
      if (loaded === null || Object.keys(loaded.content.locks).length === 0) return [];
      const known = Object.entries(loaded.content.locks);
      if (document.text === null) return known.map(([lock, each]) => ({ ...each, lock, range: { from: 0, to: 0 } }));
      const { text, sections } = document;
      const at = passages.placesIn(document, loaded.content);
      const all = known.map(([lock, stored]): PlacedLock => {
        if (stored.anchor === null) return { ...stored, lock, range: { from: 0, to: text.length } };
        if (isAddressed(stored)) return { ...stored, lock, range: { from: 0, to: 0 } };
        const place = at.get(lock);
        const latest = { ...stored, lock, anchor: passages.latest(realPath, lock, stored.anchor) };
        if (place === undefined || place.state === "orphaned") return { ...latest, range: null };
        const whole = ({ from, to }: { from: number; to: number }) =>
          stored.kind === "section" ? sectionFrom(text, sections, from) : { from, to };
        const copies = (place.copies ?? []).flatMap((copy) => whole(copy) ?? []);
        return { ...latest, range: whole(place), ...(copies.length > 0 && { copies }) };
      });
      return all.sort((a, b) => (a.range?.from ?? 0) - (b.range?.from ?? 0));
    });
  }

  return {
    locks,
    protect: (document, { kind, mode, from, to, address, words = "", print, share }, roots) =>
      enqueue(document.realPath, async () => {
        const { realPath, text, version, paragraphIds } = document;
        if (kind !== "document" && to - from > MAX_QUOTE)
          throw new ToolError(
            "too_large",
            `a protected passage has at most ${MAX_QUOTE.toLocaleString("en")} characters`,
            {
              hint: "Protect its section or the document instead.",
            },
          );
        const place = (await storage.load(realPath))?.place ?? (await places.forNew(realPath, roots));
        const passage = isAddressed({ kind })
          ? { quote: words.slice(0, MAX_QUOTE), words: print, before: "", after: "", section: address ?? "" }
          : { ...anchorAt(text, { from, to }), section: null };
        const paragraph = paragraphIds?.find((each) => each.from <= from && from < each.to);
        const anchor = kind === "document" ? null : { ...passage, paragraph_id: paragraph?.id ?? null };
        // A document has one limit: another one takes its place.
        const fresh = newId("l");
        const idIn = (known: Readonly<Record<string, StoredLock>>): string =>
          Object.keys(known).find((id) => share !== undefined && known[id]?.share !== undefined) ?? fresh;
        await storage.save(realPath, place, (content) => ({
          ...content,
          locks: {
            ...content.locks,
            [idIn(content.locks)]: { mode, kind, anchor, ...(share !== undefined && { share }), at: now() },
          },
        }));
        // Of several alike, it is this one.
        const stored = anchor === null || isAddressed({ kind }) ? null : await storage.load(realPath);
        if (stored !== null) {
          passages.placesIn(document, stored.content);
          passages.added({ realPath, version }, fresh, { state: "anchored", from, to });
        }
        notify(realPath);
      }),
    setLockMode: (realPath, lock, mode) =>
      enqueue(realPath, async () => {
        const loaded = await storage.load(realPath);
        if (loaded === null) return;
        await storage.save(realPath, loaded.place, (content) => {
          const stored = Object.hasOwn(content.locks, lock) ? content.locks[lock] : undefined;
          // A limit is not a protection.
          if (stored === undefined || stored.share !== undefined) return content;
          return { ...content, locks: { ...content.locks, [lock]: { ...stored, mode } } };
        });
        notify(realPath);
      }),
    placeLocks: (document, ranges) =>
      enqueue(document.realPath, async () => {
        const loaded = await storage.load(document.realPath);
        if (loaded === null) return;
        passages.placesIn(document, loaded.content);
        for (const { lock, from, to } of ranges) {
          const stored = loaded.content.locks[lock]?.anchor;
          if (stored) passages.placed(document, lock, { stored, range: { from, to } });
        }
        notify(document.realPath);
      }).then(() => passages.flush(document.realPath)),
    unprotect: (realPath, lock) =>
      enqueue(realPath, async () => {
        const loaded = await storage.load(realPath);
        if (loaded === null) return;
        await storage.save(realPath, loaded.place, (content) => {
          const { [lock]: _, ...others } = content.locks;
          return { ...content, locks: others };
        });
        notify(realPath);
      }),
  };
}

/** A lock on cells or a slide as the part that it protects. */
export const protectedPart = ({ anchor }: Pick<StoredLock, "anchor">) => ({
  address: anchor?.section ?? "",
  words: anchor?.quote ?? "",
  print: anchor?.words,
});

/** Whether a lock is on cells or a slide, and not on words. */
const isAddressed = ({ kind }: Pick<StoredLock, "kind">): boolean => kind === "cells" || kind === "slide";

/** The section whose heading is at a position, with all that is in it; of an Office document one of its `sections`. */
function sectionFrom(
  text: string,
  sections: CommentedText["sections"],
  position: number,
): { from: number; to: number } | null {
  if (sections !== undefined) return sections.findLast(({ from }) => from <= position) ?? null;
  const section = listSections(parseOutline(text)).findLast(({ from }) => from <= position);
  return section === undefined ? null : { from: section.from, to: section.from + section.charCount };
}
