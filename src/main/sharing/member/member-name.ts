import { hostname, userInfo } from "node:os";

/** The name by which others see this machine's member, such as `ann@desk`. */
export function memberName(): string {
  let name = process.env["USER"] ?? process.env["USERNAME"] ?? "";
  try {
    name = userInfo().username || name;
  } catch {
    // A user without a name, as in a container.
  }
  return [name, hostname()].filter((part) => part !== "").join("@") || "Galley";
}
