import type { ReadableAtom } from "nanostores";
import type { DocumentId } from "../../../shared/contract";
import type { TextLocation } from "../../editor/text/position";
import type { Focus, Where } from "./tabs";

/** A document, open or not, and a location in it. Without a location it opens where it was left. */
export type Target = ({ doc: DocumentId } | { path: string }) & {
  location?: TextLocation;
  focus?: Focus;
  where?: Where;
};

/** Whether there are locations to go back to, and forward. */
export type Steps = { back: boolean; forward: boolean };

/** The back and forward history across documents. */
export type Navigation = {
  $steps: ReadableAtom<Steps>;
  /** Goes to a location and remembers the current one; false if the document could not be opened. */
  goTo(target: Target): Promise<boolean>;
  /** Remembers the cursor position, for a custom editor that is about to move its cursor. */
  jumpFrom(): void;
  /** Called by an editor when its cursor jumped; `from` is where it was. */
  handleJump(doc: DocumentId, from: number): void;
  /** Goes back to where the last jump began; false if there is no such location. */
  back(): Promise<boolean>;
  /** Undoes `back`. */
  forward(): Promise<boolean>;
};
