import type { FaultRow } from "./fault-row";
import { agentRows } from "./rows/agents";
import { dataRows } from "./rows/app-data";
import { callRows } from "./rows/calls";
import { databaseRows } from "./rows/database-calls";
import { outsideRows } from "./rows/external-programs";
import { fileKindRows } from "./rows/file-kinds";
import { fullRows } from "./rows/full-disks";
import { giantRows } from "./rows/giants";
import { killRows } from "./rows/kills";
import { storeRows } from "./rows/stores";
import { watchRows } from "./rows/watching";

/** Every fault that needs no window, in the order of the table. */
export const rows: readonly FaultRow[] = [
  ...callRows,
  ...databaseRows,
  ...killRows,
  ...fullRows,
  ...fileKindRows,
  ...giantRows,
  ...outsideRows,
  ...watchRows,
  ...dataRows,
  ...storeRows,
  ...agentRows,
];
