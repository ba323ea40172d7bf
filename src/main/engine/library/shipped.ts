import type { DocumentContent } from "./entries/entry";
import { readSrd, srdKey, srdVersion } from "./srd/read-srd";

/** A document that comes with Galley. */
export type ShippedDocument = {
  document: string;
  /** Changes with the content: a library with an older version takes the new one. */
  version: string;
  read(): DocumentContent;
};

/** The documents that ship with Galley. */
export const shippedDocuments: readonly ShippedDocument[] = [{ document: srdKey, version: srdVersion, read: readSrd }];
