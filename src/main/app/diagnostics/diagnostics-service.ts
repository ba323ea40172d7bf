import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { z } from "zod";
import type {
  AttackFigures,
  DiagnosticLocation,
  Diagnostics,
  FaultFigures,
  StoreState,
} from "../../../shared/diagnostics";
import type { SelfInspection } from "../core/desktop";
import { t } from "../core/messages";
import { storedJson } from "../core/stored-json";
import type { StoreCheck } from "./store-worker";

/** Serves the `diagnostics:*` requests. */
export type DiagnosticsService = {
  read(depth: StoreCheck["depth"]): Promise<Diagnostics>;
  pathOf(place: DiagnosticLocation): Promise<string>;
  /** The current log file. */
  log: string;
};

const checkedSchema = z.object({ at: z.iso.datetime() });

const faultsSchema = z.object({
  version: z.string(),
  date: z.iso.date(),
  faults: z.array(z.unknown()),
  runs: z.number().int().min(0),
  torn: z.number().int().min(0),
  lost: z.number().int().min(0),
  falseAnswers: z.number().int().min(0),
  worstMs: z.number().min(0),
});

const attacksSchema = z.object({
  version: z.string(),
  date: z.iso.date(),
  attempts: z.number().int().min(0),
  through: z.number().int().min(0),
  attacks: z.array(z.unknown()),
  checklist: z.array(z.unknown()),
});

/** Created on first use. */
export function createDiagnosticsService(deps: {
  version: string;
  dataDir: string;
  /** Results of the last full fault-injection run; undefined if there was none. */
  lastFaultRun(): Promise<unknown>;
  /** Results of the last attack run. */
  lastAttackRun(): Promise<unknown>;
  http(): Diagnostics["http"];
  pauses(): Diagnostics["pauses"];
  inspectSelf(): Promise<SelfInspection>;
  /** Runs in a worker thread; tests pass their own. */
  checkStores?(check: StoreCheck): Promise<StoreState[]>;
}): DiagnosticsService {
  const { version, dataDir, lastFaultRun, lastAttackRun, http, pauses, inspectSelf, checkStores = inThread } = deps;
  const checked = storedJson(join(dataDir, "checked.json"), checkedSchema, () => t.parts.diagnostics);
  const logs = join(dataDir, "logs");
  const log = join(logs, "galley.log");

  async function figures(): Promise<FaultFigures | null> {
    const found = faultsSchema.safeParse(await lastFaultRun());
    if (!found.success || found.data.version !== version) return null;
    const { date, runs, torn, lost, falseAnswers, worstMs, faults } = found.data;
    return { date, faults: faults.length, runs, torn, lost, falseAnswers, worstMs };
  }

  async function attackFigures(): Promise<AttackFigures | null> {
    const found = attacksSchema.safeParse(await lastAttackRun());
    if (!found.success || found.data.version !== version) return null;
    const { date, attempts, through, attacks, checklist } = found.data;
    return { date, attacks: attacks.length + checklist.length, attempts, through };
  }

  async function filesIn(folder: string): Promise<{ name: string; bytes: number }[]> {
    const names = await readdir(folder).catch(() => []);
    const found = await Promise.all(
      names.map(async (name) => {
        const info = await stat(join(folder, name)).catch(() => null);
        return info?.isFile() ? [{ name, bytes: info.size }] : [];
      }),
    );
    return found.flat();
  }

  const sum = (files: { bytes: number }[]) => files.reduce((all, { bytes }) => all + bytes, 0);
  const isDamaged = ({ name }: { name: string }) => /\.damaged\b/.test(name);

  return {
    log,
    async read(depth) {
      const [self, stores, unsaved, own, logFiles, faults] = await Promise.all([
        inspectSelf(),
        checkStores({ folder: dataDir, depth }),
        filesIn(join(dataDir, "journal")),
        filesIn(dataDir),
        filesIn(logs),
        figures(),
      ]);
      if (depth === "every page") await checked.save({ at: new Date().toISOString() });
      const { value: last } = await checked.load();
      const texts = unsaved.filter(({ name }) => name.endsWith(".json") && !name.startsWith("."));
      return {
        version,
        parts: self.parts,
        places: [
          { place: "data", path: dataDir },
          { place: "settings", path: join(dataDir, "settings.json") },
          { place: "logs", path: logs },
          { place: "program", path: self.program },
        ],
        journal: { documents: texts.length, bytes: sum(texts) },
        stores,
        checkedAt: last?.at ?? null,
        setAside: [
          ...own.filter(isDamaged),
          ...unsaved.filter(isDamaged).map((file) => ({ ...file, name: `journal/${file.name}` })),
        ],
        http: http(),
        security: self.security,
        faults,
        attacks: await attackFigures(),
        logs: { files: logFiles.length, bytes: sum(logFiles) },
        pauses: pauses(),
      };
    },
    async pathOf(place) {
      if (place === "program") return (await inspectSelf()).program;
      if (place === "settings") return join(dataDir, "settings.json");
      return place === "logs" ? log : dataDir;
    },
  };
}

/** In a worker thread, since checking a database of a gigabyte takes seconds. */
function inThread(check: StoreCheck): Promise<StoreState[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./store-worker.ts", import.meta.url), { workerData: check });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}
