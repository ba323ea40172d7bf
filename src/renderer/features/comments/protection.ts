import type { ReadableAtom } from "nanostores";
import { isInAddress } from "../../../core/office/sheet-address";
import type { CommentRequests, ShownLock } from "../../../shared/comments";
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

/** Protects passages of the document in front from agents, and ends that. */
export function createProtection(deps: Deps): Pick<CommentStore, "protect" | "protectPart" | "unprotect"> {
  const { bridge, notices, accepted, tabs } = deps;
  return {
    async protect(kind) {
      const tab = frontTextTab(tabs) ?? (kind === "document" ? tabs.$front.get() : null);
      if (tab?.editor.kind === "book") notices.info(commentMessages.notHere);
      else if (tab !== null) await toggleLock(deps, tab, kind);
    },
    async protectPart() {
      const tab = tabs.$front.get();
      if (tab !== null) await togglePart(deps, tab);
    },
    async unprotect({ lock }) {
      const doc = tabs.$front.get()?.doc;
      if (doc === undefined) return;
      const ended = await accepted(bridge.request("comments:unprotect", { doc, lock }));
      if (ended !== null) notices.info(commentMessages.unprotected);
    },
  };
}

/** Protects the passage at the cursor, or ends its protection. */
async function toggleLock(context: Deps, { doc, editor }: Tab, kind: ShownLock["kind"]): Promise<void> {
  const { from, to } = editor.kind === "text" ? editor.selectedRange() : { from: 0, to: 0 };
  const there = context.$locks.get().find((each) => each.kind === kind && each.from <= from && from <= each.to);
  await setLock(context, there, { doc, from, to, kind, mode: "locked" });
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
