/** The open folder as a member of a shared folder. */

import type { Presence } from "../core/sharing/presence";
import type { Outcome } from "./contract";

/** Another member that is here. `isFileHere`: whether this machine has the file that they look at; one that they have just made arrives a moment later. */
export type Person = Presence & { isFileHere: boolean };

export type SharingState = {
  /** `elsewhere`: another process keeps the folder in sync. `locked`: the link is stored and can no longer be read. */
  status: "connecting" | "connected" | "refused" | "elsewhere" | "locked";
  /** Why the server rejected, as a sentence; null otherwise. */
  rejection: string | null;
  /** Null until the server has said so. */
  role: "reader" | "commenter" | "editor" | null;
  /** The server's address without the secret. */
  server: string;
  /** Texts, and files that travel as whole versions: images, PDFs and Office documents. */
  files: number;
  wholeFiles: number;
  /** How many of the latter are on their way, or could not be had yet. */
  waiting: number;
  /** The other members that are here. */
  people: Person[];
  /** Files that are not kept in sync, and why; at most `MAX_NAMED_PROBLEMS`. */
  problems: { path: string; why: string }[];
  /** Whether the link is kept for the next start. */
  isStored: boolean;
};

export type SharingRequests = {
  /** Null if the open folder is not shared, or none is open. */
  "sharing:state": () => SharingState | null;
  /** Joins the open folder with the shared folder of a link. */
  "sharing:join": (link: string) => Outcome<object>;
  /** The folder stays as it is, and is no longer kept in sync. */
  "sharing:leave": () => Outcome<object>;
  /** The document that the user looks at, by its absolute path, and what is selected in it, for the other members. Null: none. */
  "sharing:look": (at: { path: string; selection: Presence["selection"] } | null) => void;
};

export type SharingEvents = {
  /** The result of `sharing:state` may have changed. */
  "sharing:changed": null;
};
