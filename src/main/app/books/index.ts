/** The types of the services for books, which are loaded on first use. */

export type { BookService } from "./book-service";
export type { JobService } from "./job-service";
