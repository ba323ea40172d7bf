import { type DocumentEvent, WorkingCopy } from "../canvas/working-copy";
import type { CopyMaker } from "../shell";

const EVENTS = [
  "document:changed",
  "document:gone",
  "document:moved",
  "document:access",
  "document:hand-over",
] as const satisfies DocumentEvent[];

/** The working copies of the page itself, each with its editor. `nonce` lets the editor add its styles. */
export function pageCopies(nonce: string): CopyMaker {
  const copies = new Map<string, WorkingCopy>();
  return {
    make(open, bridge, { $settings, $keyboard, announce, jumped }) {
      const copy = new WorkingCopy(open, bridge, { settings: $settings, keyboard: $keyboard, announce, jumped, nonce });
      copies.set(open.doc, copy);
      return copy;
    },
    listen(bridge, isOpen) {
      for (const name of EVENTS) {
        bridge.listen(name, (event) => {
          const copy = copies.get(event.doc);
          if (copy && isOpen(event.doc)) copy.heard(name, event);
          else {
            copies.delete(event.doc);
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
