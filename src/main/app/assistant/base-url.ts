import { isIPv4, isIPv6 } from "node:net";

/** An endpoint's address that keys may be sent to, without a slash at its end; or why not. */
export type CheckedBaseUrl =
  | { status: "good"; url: string }
  | { status: "refused"; why: "unreadable" | "insecure" | "forbidden" | "extras"; found: string };

/** Names under which clouds hand out the machine's own credentials, besides their link-local addresses. */
const metadataNames = ["metadata.google.internal", "metadata.goog", "metadata", "instance-data"];
const metadataAddresses = ["100.100.100.200", "168.63.129.16", "192.0.0.192"];

/**
 * Checks what the person typed. Encrypted addresses are good, and plain ones on this machine itself; link-local addresses
 * never are, in whatever notation. A name and password, a query or a fragment in the address are refused: keys have a field.
 */
export function checkBaseUrl(typed: string): CheckedBaseUrl {
  const text = typed.trim();
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.hostname === "") return { status: "refused", why: "unreadable", found: text };
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return { status: "refused", why: "unreadable", found: url.protocol };
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    return { status: "refused", why: "extras", found: url.host };
  const host = url.hostname
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "")
    .toLowerCase();
  if (isForbidden(host)) return { status: "refused", why: "forbidden", found: host };
  if (url.protocol === "http:" && !isLoopback(host)) return { status: "refused", why: "insecure", found: host };
  return { status: "good", url: url.href.replace(/\/+$/, "") };
}

/** Whether a host, as `URL` spells it, is this machine itself whatever a name server says. */
function isLoopback(host: string): boolean {
  if (host === "localhost") return true;
  const four = mappedIPv4(host) ?? host;
  return isIPv4(four) ? four.startsWith("127.") : host === "::1";
}

function isForbidden(host: string): boolean {
  const four = mappedIPv4(host) ?? host;
  if (isIPv4(four)) return /^(?:169\.254\.|0\.)/.test(four) || metadataAddresses.includes(four);
  if (isIPv6(host)) return /^fe[89ab]/.test(host) || host === "::" || host.startsWith("fd00:ec2:");
  return metadataNames.includes(host);
}

/** The IPv4 address inside `::ffff:a9fe:a9fe` and its older and translated relatives. */
function mappedIPv4(host: string): string | null {
  const found = /^(?:::(?:ffff:(?:0:)?)?|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(host);
  if (!found) return null;
  const [high, low] = [Number.parseInt(found[1] ?? "", 16), Number.parseInt(found[2] ?? "", 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}
