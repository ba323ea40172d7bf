/** The type of the library service, which is loaded on first use. */

export type { LibraryService } from "./library-service";
