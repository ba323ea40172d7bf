import type { OfficeFormat } from "../../../core/text/format";

/** A package that another program is to convert. */
export type ConversionJob = {
  bytes: Uint8Array;
  format: OfficeFormat;
  to: "pdf" | OfficeFormat;
  /** Once aborted, the program is ended. */
  signal?: AbortSignal;
};

/** What became of a conversion. */
export type Converted =
  | { status: "converted"; bytes: Uint8Array }
  /** No program that could do it is installed. */
  | { status: "missing" }
  /** It ran longer than it may, in seconds. */
  | { status: "too slow"; seconds: number }
  /** It ended without a result; what it said, in short. */
  | { status: "failed"; why: string };

/** Converts packages through a program that is installed on this machine. */
export type Converter = {
  convert(job: ConversionJob): Promise<Converted>;
  /** Where that program is; null where there is none. */
  program(): Promise<string | null>;
};
