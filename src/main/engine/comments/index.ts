/** Comments on documents. */

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
