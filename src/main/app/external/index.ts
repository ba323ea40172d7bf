/** Writes of external programs, and who made them. */

export { createAnnouncedCalls } from "./announced-calls";
export { AT_WORK_MS } from "./announcements";
export { createExternalService, type ExternalService } from "./external-service";
