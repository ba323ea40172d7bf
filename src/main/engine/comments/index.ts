/** Comments on documents. */

export { MAX_MESSAGE } from "./comment-file";
export {
  createOfficeComments,
  hasOwnComments,
  mayOwnThread,
  type OfficeComments,
  type ThreadStore,
} from "./office-comments";
