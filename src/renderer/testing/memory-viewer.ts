import type { Handlers } from "../../shared/contract";
import type { SharingRequests } from "../../shared/sharing";
import type { ViewerRequests } from "../../shared/viewer";

const notFound = async () => ({ ok: false as const, error: { code: "not_found", message: "There is no such file." } });

/** No folder is shared in memory. */
export const memorySharing: Pick<Handlers, keyof SharingRequests> = {
  "sharing:state": async () => null,
  "sharing:join": notFound,
  "sharing:leave": notFound,
  "sharing:look": async () => undefined,
};

/** No file is viewed in memory. */
export const memoryViewer: Pick<Handlers, keyof ViewerRequests> = {
  "viewer:look": notFound,
  "viewer:pdf": async () => null,
  "viewer:open-in-program": notFound,
  "viewer:open-as-text": notFound,
};
