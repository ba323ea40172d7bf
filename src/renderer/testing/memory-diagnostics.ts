import type { Diagnostics, DiagnosticsRequests } from "../../shared/diagnostics";

type Handled = {
  [K in keyof DiagnosticsRequests]: (
    argument: Parameters<DiagnosticsRequests[K]>[0],
  ) => Promise<ReturnType<DiagnosticsRequests[K]>>;
};

/** Main's diagnostics for a window without main: an app that has stored nothing. */
export function memoryDiagnostics(): Handled {
  const diagnostics: Diagnostics = {
    version: "0",
    parts: [],
    places: [],
    journal: { documents: 0, bytes: 0 },
    stores: [],
    checkedAt: null,
    setAside: [],
    http: "off",
    security: [],
    faults: null,
    attacks: null,
    logs: { files: 0, bytes: 0 },
    pauses: { count: 0, worst: null },
  };
  return {
    "diagnostics:read": async () => ({ ok: true, diagnostics }),
    "diagnostics:check": async () => ({ ok: true, diagnostics }),
    "diagnostics:show": async () => ({ ok: true }),
    "diagnostics:open-log": async () => ({ ok: true }),
    "diagnostics:copy": async () => ({ ok: true }),
  };
}
