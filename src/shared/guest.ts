/**
 * The page for guests of a shared folder: the renderer in a browser, which talks to `galley serve --web` over a WebSocket instead of IPC. Both sides
 * number what they send, so that nothing is lost or done twice if the connection breaks.
 */
import type { RequestName } from "./contract";

/** What a guest may do; each role may do everything of those before it. */
const guestRoles = ["reader", "commenter", "editor"] as const;
export type GuestRole = (typeof guestRoles)[number];

/** Who the user of the page is. Absent in the app. */
export type GuestFacts = { name: string; role: GuestRole };

/**
 * The requests that the server answers, with the least role for each. Every other one is rejected, and so is every request that is added to the contract
 * until it is listed here.
 */
export const guestRequests = {
  "app:start": "reader",
  "app:save-settings": "reader",
  "workspace:list": "reader",
  "workspace:files": "reader",
  "workspace:watch": "reader",
  "document:open": "reader",
  "document:piece": "reader",
  "document:text": "reader",
  "document:image": "reader",
  "document:check": "reader",
  "document:close": "reader",
  "document:handed-over": "reader",
  "links:place": "reader",
  "links:embed": "reader",
  "links:names": "reader",
  "links:headings": "reader",
  "links:back": "reader",
  "search:begin": "reader",
  "search:more": "reader",
  "search:stop": "reader",
  "search:files": "reader",
  "review:list": "reader",
  "history:list": "reader",
  "history:text": "reader",
  "history:search": "reader",
  "history:authors": "reader",
  "comments:list": "reader",
  "comments:folder": "reader",
  "comments:read": "reader",
  "comments:drafts": "reader",
  "comments:keep-drafts": "commenter",
  "comments:add": "commenter",
  "comments:reply": "commenter",
  "comments:set": "commenter",
  "comments:edit": "editor",
  "comments:delete": "editor",
  "comments:undo": "editor",
  "document:typed": "editor",
  "document:save": "editor",
  "document:conflict": "editor",
  "review:keep": "editor",
  "review:undo": "editor",
  "history:restore": "editor",
  "history:restore-section": "editor",
  "history:mark": "editor",
} as const satisfies Partial<Record<RequestName, GuestRole>>;

export type GuestRequest = keyof typeof guestRequests;

/** Whether a guest of this role may make a request. */
export function mayRequest(role: GuestRole, name: string): name is GuestRequest {
  if (!Object.hasOwn(guestRequests, name)) return false;
  return isAtLeast(role, guestRequests[name as GuestRequest]);
}

/** Whether a role may do everything of another. */
export const isAtLeast = (role: GuestRole, least: GuestRole): boolean =>
  guestRoles.indexOf(role) >= guestRoles.indexOf(least);

/** What the page sends. Requests are numbered from 1. */
export type FromGuest =
  /** The first message: the window that the page had before the connection broke (null: a new one), and up to which number it has what was sent. */
  | { kind: "hello"; window: string | null; received: number }
  | { kind: "request"; id: number; name: string; argument?: unknown }
  | { kind: "received"; number: number };

/** What the server sends; `number` counts from 1. */
export type ToGuest =
  /** `received`: the last request that arrived. */
  | { kind: "welcome"; window: string; received: number }
  /** The window is over: what the page has not sent is not on the server. */
  | { kind: "ended"; why: string }
  | { kind: "answer"; number: number; id: number; value?: unknown }
  | { kind: "failed"; number: number; id: number; why: string }
  | { kind: "event"; number: number; name: string; event: unknown };

/** Where the server answers. */
export const guestPaths = { session: "/guest/session", socket: "/guest/socket" } as const;
