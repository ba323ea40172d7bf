import { z } from "zod";
import type { DiagnosticsRequests } from "../../../shared/diagnostics";

const nothing = z.union([z.undefined(), z.null()]).transform(() => undefined);

/** What the arguments about the state of Galley itself must look like: a place is named, never given as a path. */
export const diagnosticsRequestSchemas: {
  [K in keyof DiagnosticsRequests]: z.ZodType<Parameters<DiagnosticsRequests[K]>[0]>;
} = {
  "diagnostics:read": nothing,
  "diagnostics:check": nothing,
  "diagnostics:show": z.enum(["data", "settings", "logs", "program"]),
  "diagnostics:open-log": nothing,
  "diagnostics:copy": nothing,
};
