import type { ReadableAtom } from "nanostores";
import { isInAddress } from "../../../core/office/sheet-address";
import type { CommentRequests, PageParagraphs, ShownLock } from "../../../shared/comments";
import type { Bridge } from "../../../shared/contract";
import type { Notices } from "../../ui/notices";
import type { CommentStore } from "../../workbench/api/feature-stores";
import type { Tab, Tabs } from "../../workbench/api/tabs";
import { commentMessages } from "./messages";
import type { createThreadChanges } from "./thread-changes";
import { frontTextTab } from "./thread-navigation";

type Deps = {
  bridge: Bridge;
  notices: Pick<Notices, "info">;
  accepted: ReturnType<typeof createThreadChanges>["accepted"];
  tabs: Pick<Tabs, "$front">;
  $locks: ReadableAtom<readonly ShownLock[]>;
};

/** The percentage of the words that agents may change at first. */
const USUAL_SHARE = 10;

/** Protects passages of the document in front from agents, and ends that. */
export function createProtection(
  deps: Deps,
): Pick<CommentStore, "protect" | "protectPart" | "limit" | "setLockMode" | "unprotect"> {
  const { bridge, notices, accepted, tabs } = deps;
  return {
    async protect(kind, at) {
      const tab = tabs.$front.get();
      if (tab?.editor.kind === "book") notices.info(commentMessages.notHere);
      else if (tab?.editor.kind === "office" && kind !== "document") await toggleOnPage(deps, tab, { kind, at });
      else if (tab !== null && (frontTextTab(tabs) !== null || kind === "document"))
        await toggleLock(deps, tab, { kind, at: typeof at === "number" ? at : undefined });
    },
    async protectPart() {
      const tab = tabs.$front.get();
      if (tab !== null) await togglePart(deps, tab);
    },
    async limit(share) {
      const tab = tabs.$front.get();
      if (tab === null || tab.editor.kind === "book") return;
      const there = deps.$locks.get().find((lock) => lock.share !== null);
      if (there !== undefined && share === undefined) {
        const ended = await accepted(bridge.request("comments:unprotect", { doc: tab.doc, lock: there.lock }));
        if (ended !== null) notices.info(commentMessages.unlimited);
        return;
      }
      const wanted = {
        doc: tab.doc,
        from: 0,
        to: 0,
        kind: "document",
        mode: "suggest",
        share: share ?? USUAL_SHARE,
      } as const;
      const isDone = await accepted(bridge.request("comments:protect", wanted));
      if (isDone !== null) notices.info(commentMessages.limitedNow(wanted.share));
    },
    async setLockMode({ lock }, mode) {
      const doc = tabs.$front.get()?.doc;
      if (doc !== undefined) await accepted(bridge.request("comments:set-lock", { doc, lock, mode }));
    },
    async unprotect({ lock, share }) {
      const doc = tabs.$front.get()?.doc;
      if (doc === undefined) return;
      const ended = await accepted(bridge.request("comments:unprotect", { doc, lock }));
      if (ended !== null) notices.info(share === null ? commentMessages.unprotected : commentMessages.unlimited);
    },
  };
}

/** Protects the passage at the cursor or whose heading is at a position, or ends its protection. */
async function toggleLock(
  context: Deps,
  { doc, editor }: Tab,
  { kind, at }: { kind: ShownLock["kind"]; at: number | undefined },
): Promise<void> {
  const selected = editor.kind === "text" ? editor.selectedRange() : { from: 0, to: 0 };
  const { from, to } = at === undefined ? selected : { from: at, to: at };
  const isThere = (lock: ShownLock): boolean =>
    at === undefined ? lock.from <= from && from <= lock.to : lock.from === at;
  const there = context.$locks.get().find((each) => each.kind === kind && each.share === null && isThere(each));
  await setLock(context, there, { doc, from, to, kind, mode: "locked" });
}

/** Protects the selected paragraphs of a page, or the section that they are in, or ends their protection. */
async function toggleOnPage(
  context: Deps,
  { doc, editor }: Tab,
  { kind, at }: { kind: "section" | "paragraph"; at: number | PageParagraphs | undefined },
): Promise<void> {
  const page = typeof at === "object" ? at : editor.kind === "text" ? null : editor.paragraphs();
  if (page === null) return void context.notices.info(commentMessages.notHere);
  const isThere = (lock: ShownLock): boolean =>
    lock.kind === kind && lock.page !== null && lock.page.first <= page.first && page.first <= lock.page.last;
  const all = context.$locks.get().filter(isThere);
  // Of sections in one another the heading itself counts, else the innermost.
  const there =
    all.find((lock) => lock.page?.first === page.first) ?? (typeof at === "object" ? undefined : all.at(-1));
  await setLock(context, there, { doc, from: 0, to: 0, kind, mode: "locked", page });
}

/** Protects the selected cells or the current slide, or ends its protection. */
async function togglePart(context: Deps, { doc, editor }: Tab): Promise<void> {
  const selection = editor.kind === "text" ? null : editor.selection();
  if (selection === null || !("address" in selection)) return;
  const { address, words, range = address } = selection;
  const there = context.$locks.get().find((each) => each.address !== null && isInAddress(address, each.address));
  const kind = address.includes("!") ? "cells" : "slide";
  await setLock(context, there, { doc, from: 0, to: 0, kind, mode: "locked", address: range, words });
}

/** Ends a protection, or begins one if there is none. */
async function setLock(
  { bridge, notices, accepted }: Deps,
  there: ShownLock | undefined,
  wanted: Parameters<CommentRequests["comments:protect"]>[0],
): Promise<void> {
  const isDone = await accepted(
    there === undefined
      ? bridge.request("comments:protect", wanted)
      : bridge.request("comments:unprotect", { doc: wanted.doc, lock: there.lock }),
  );
  if (isDone !== null) notices.info(there === undefined ? commentMessages.protectedNow : commentMessages.unprotected);
}
