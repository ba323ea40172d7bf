import type { Events } from "../../../shared/contract";
import { WorkingCopy } from "../../editor/document-editor";
import type { DocumentEvent, ReceivedEvent } from "../../editor/document-model";
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

/** Creates the window's editors. `nonce` allows them to add their styles. */
export function pageCopies(nonce: string): CopyMaker {
  const copies = new Map<string, WorkingCopy | RoomCopy>();
  /** Read ranges and reviews of documents that are not shown yet. */
  const early = new Map<string, Partial<Pick<Events, "document:readings" | "document:review">>>();
  return {
    make(open, bridge, { $settings, $keyboard, announce, jumped, more }) {
      const room = roomOf(open);
      if (room) {
        const copy = new RoomCopy(room, open, bridge);
        copies.set(open.doc, copy);
        return copy;
      }
      const copy = new WorkingCopy(open, bridge, {
        settings: $settings,
        keyboard: $keyboard,
        announce,
        jumped,
        nonce,
        more,
      });
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
          const received = { name, event } as ReceivedEvent;
          const copy = copies.get(event.doc);
          if (copy && isOpen(event.doc)) copy.heard(name, event);
          else {
            copies.delete(event.doc);
            if (received.name === "document:readings" || received.name === "document:review")
              early.set(event.doc, { ...early.get(event.doc), [name]: event });
            for (const doc of early.keys()) if (early.size > MOST_EARLY) early.delete(doc);
            // A document that is not open here has no unsaved edits: answer at once.
            if (received.name === "document:hand-over")
              void bridge.request("document:handed-over", received.event.ticket);
          }
        });
      }
    },
  };
}
