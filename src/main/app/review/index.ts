/** Pending edits of agents, and notices of them. */

export { showReviewNotices } from "./review-notices";
export { createReviews, type Reviews } from "./reviews";
