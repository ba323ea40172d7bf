import { userInfo } from "node:os";

/** The name under which the user of this machine comments and suggests: the system's user name; empty if there is none, as in a container. */
export function userName(): string {
  try {
    return userInfo().username.slice(0, 200);
  } catch {
    return "";
  }
}
