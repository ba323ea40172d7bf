import type { Events } from "../../../shared/contract";
import { WorkingCopy } from "../../editor/document-editor";
import type { DocumentEvent } from "../../editor/document-model";
import type { CopyMaker } from "../shell";
import { RoomCopy, roomOf } from "./custom-editor-tab";

const EVENTS = [
  "document:changed",
  "document:gone",
  "document:moved",
  "document:access",
  "document:readings",
  "document:review",
  "document:hand-over",
] as const satisfies DocumentEvent[];

const MOST_EARLY = 50;

/** The working copies of the page itself, each with its editor. `nonce` lets the editor add its styles. */
export function pageCopies(nonce: string): CopyMaker {
  const copies = new Map<string, WorkingCopy | RoomCopy>();
  /** What agents read and wrote of documents that are about to be shown. */
  const early = new Map<string, Partial<Pick<Events, "document:readings" | "document:review">>>();
  return {
    make(open, bridge, { $settings, $keyboard, announce, jumped, more }) {
      const room = roomOf(open);
      if (room) {
        const copy = new RoomCopy(room, open, bridge);
        copies.set(open.doc, copy);
        return copy;
      }
      const world = { settings: $settings, keyboard: $keyboard, announce, jumped, nonce, more };
      const copy = new WorkingCopy(open, bridge, world);
      copies.set(open.doc, copy);
      const told = early.get(open.doc);
      early.delete(open.doc);
      for (const name of ["document:readings", "document:review"] as const) {
        const event = told?.[name];
        if (event) copy.heard(name, event);
      }
      return copy;
    },
    listen(bridge, isOpen) {
      for (const name of EVENTS) {
        bridge.listen(name, (event) => {
          const copy = copies.get(event.doc);
          if (copy && isOpen(event.doc)) copy.heard(name, event);
          else {
            copies.delete(event.doc);
            if ("readings" in event || "pending" in event)
              early.set(event.doc, { ...early.get(event.doc), [name]: event });
            for (const doc of early.keys()) if (early.size > MOST_EARLY) early.delete(doc);
            // Nothing is typed in a document that is not on the page: the tool need not wait for it.
            if (name === "document:hand-over" && "ticket" in event) {
              void bridge.request("document:handed-over", event.ticket);
            }
          }
        });
      }
    },
  };
}
