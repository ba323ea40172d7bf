/** Comments on documents. */

export { beyondLimits, fromEntries, readEntries, readEntry, type SharedNames, toEntries } from "./comment-entries";
export { protectedPart } from "./locks";
export {
  createOfficeComments,
  hasAddressedComments,
  hasOwnComments,
  mayOwnThread,
  type ThreadStore,
} from "./office-comments";
export { readStoredComments } from "./stored-comments";
export { userName } from "./user-name";
