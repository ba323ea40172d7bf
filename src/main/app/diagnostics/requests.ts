import { z } from "zod";
import type { DiagnosticsRequests } from "../../../shared/diagnostics";

const nothing = z.union([z.undefined(), z.null()]).transform(() => undefined);

/** Schemas for the arguments of diagnostics requests. Locations are named, never given as paths. */
export const diagnosticsRequestSchemas: {
  [K in keyof DiagnosticsRequests]: z.ZodType<Parameters<DiagnosticsRequests[K]>[0]>;
} = {
  "diagnostics:read": nothing,
  "diagnostics:check": nothing,
  "diagnostics:show": z.enum(["data", "settings", "logs", "program"]),
  "diagnostics:open-log": nothing,
  "diagnostics:copy": nothing,
};
