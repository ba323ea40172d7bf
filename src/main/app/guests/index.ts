/** Guests of a shared folder: a window of the app for a page in a browser, and what guests see of the folder. */

export { createGuestFolder } from "./guest-folder";
export { GuestWindow, RefusedRequest } from "./guest-window";
