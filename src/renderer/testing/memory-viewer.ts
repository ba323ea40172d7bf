import type { Handlers } from "../../shared/contract";
import type { ViewerRequests } from "../../shared/viewer";

const notFound = async () => ({ ok: false as const, error: { code: "not_found", message: "There is no such file." } });

/** No file is viewed in memory. */
export const memoryViewer: Pick<Handlers, keyof ViewerRequests> = {
  "viewer:look": notFound,
  "viewer:open-in-program": notFound,
  "viewer:open-as-text": notFound,
};
