import type { DocumentContent } from "./entries/entry";
import { readSrd, srdKey, srdVersion } from "./srd/read-srd";

/** A document that comes with Galley. */
export type ShippedDocument = {
  document: string;
  /** Another one where its content is another: a library that has the old one takes the new one. */
  version: string;
  read(): DocumentContent;
};

/** What ships. */
export const shippedDocuments: readonly ShippedDocument[] = [{ document: srdKey, version: srdVersion, read: readSrd }];
