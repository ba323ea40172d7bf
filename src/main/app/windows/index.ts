/** Notices, and other parts that every window uses. */

export { copiedAddress } from "./copied-address";
export { NoticeService } from "./notice-service";
export { createWaitingNotices, type WaitingNotices } from "./waiting-notices";
