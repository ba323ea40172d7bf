import { basename } from "node:path";
import { escapeInvisibles } from "../../../shared/escape-invisibles";
import type { ReviewRequest } from "../../engine/ports/review-requests";
import type { Desktop } from "../core/desktop";
import { t } from "../core/messages";

/** Notifications by the desktop while no window has the focus, each once under its key. */
type Notices = {
  show(key: string, notification: Parameters<Desktop["notify"]>[0], clicked: () => void): void;
  keepOnly(prefix: string, keys: readonly string[]): void;
};

const keyOf = ({ token }: ReviewRequest): string => `review ${token}`;

/** Notifies of agents' requests for review that are open, and takes back the notifications of the others. */
export function showReviewNotices(
  open: readonly ReviewRequest[],
  notices: Notices,
  windowOf: (request: ReviewRequest) => { bringToFront(): void },
): void {
  notices.keepOnly("review ", open.map(keyOf));
  for (const request of open) {
    const agent = escapeInvisibles(request.agent);
    const names = request.paths.map((path) => escapeInvisibles(basename(path)));
    notices.show(keyOf(request), { title: t.waiting.review(agent), body: t.waiting.reviewOf(names) }, () =>
      // The question is shown there, with its documents.
      windowOf(request).bringToFront(),
    );
  }
}
