/** Comments on documents. */

export { MAX_MESSAGE } from "./comment-file";
