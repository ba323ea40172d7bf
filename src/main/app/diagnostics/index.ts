/** The type of the diagnostics service, which is loaded on first use. */

export type { DiagnosticsService } from "./diagnostics-service";
