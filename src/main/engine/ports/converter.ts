import type { OfficeFormat } from "../../../core/text/format";

/** A package to be converted by an external program. */
export type ConversionJob = {
  bytes: Uint8Array;
  format: OfficeFormat;
  to: "pdf" | OfficeFormat;
  /** Aborting it ends the program. */
  signal?: AbortSignal;
};

/** The result of a conversion. */
export type ConversionResult =
  | { status: "converted"; bytes: Uint8Array }
  /** No suitable program is installed. */
  | { status: "missing" }
  /** It exceeded its time limit, in seconds. */
  | { status: "too slow"; seconds: number }
  /** It ended without a result; `why` is a short part of its output. */
  | { status: "failed"; why: string };

/** Converts packages with a program that is installed on this machine. */
export type Converter = {
  convert(job: ConversionJob): Promise<ConversionResult>;
  /** The path of that program; null if it is not installed. */
  program(): Promise<string | null>;
};
