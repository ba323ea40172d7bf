/** Comments on documents. */

export { beyondLimits, fromEntries, readEntries, readEntry, type SharedNames, toEntries } from "./comment-entries";
export { MAX_MESSAGE } from "./comment-file";
export {
  COMMENT_REASON,
  createOfficeComments,
  hasAddressedComments,
  hasOwnComments,
  mayOwnThread,
  type ThreadStore,
} from "./office-comments";
export { readStoredComments } from "./stored-comments";
