import { z } from "zod";
import type { Argument, RequestName } from "../../../shared/contract";
import { absolutePath, documentId } from "../core/session";

type HistoryRequest = Extract<RequestName, `history:${string}`>;

const nothing = z.union([z.undefined(), z.null()]).transform(() => undefined);
const versionId = z.string().max(128);
const versionOf = z.strictObject({ doc: documentId, version_id: versionId });
const goneVersion = z.strictObject({ path: absolutePath, version_id: versionId });
/** Longer than any text that the search accepts, so that the search itself can report one that is too long. */
const searched = z.string().max(20_000);

/** Schemas for the arguments of requests about the history. */
export const historyRequestSchemas: { [K in HistoryRequest]: z.ZodType<Argument<K>> } = {
  "history:list": documentId,
  "history:text": versionOf,
  "history:restore": versionOf,
  "history:restore-section": versionOf.extend({ section: z.string().min(1).max(4096) }),
  "history:search": z.strictObject({ doc: documentId, sought: searched, after: versionId.nullable() }),
  "history:authors": documentId,
  "history:authors-of": absolutePath,
  "history:save-authors": absolutePath,
  "history:mark": versionOf.extend({ name: z.string().max(200).nullable() }),
  "history:gone": nothing,
  "history:gone-versions": absolutePath,
  "history:gone-text": goneVersion,
  "history:bring-back": goneVersion,
};
