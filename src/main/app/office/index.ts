/** The type of the process of Office documents, which is started on first use. */

export type { OfficeProcess } from "./office-process";
