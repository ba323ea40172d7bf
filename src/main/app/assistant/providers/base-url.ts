import { isIPv4, isIPv6 } from "node:net";

/** A base URL that keys may be sent to, without a trailing slash; or why it is rejected. */
export type CheckedBaseUrl =
  | { status: "good"; url: string }
  | { status: "refused"; why: "unreadable" | "insecure" | "forbidden" | "extras"; found: string };

/** Host names under which clouds serve the machine's credentials, besides link-local addresses. */
const metadataNames = ["metadata.google.internal", "metadata.goog", "metadata", "instance-data"];
const metadataAddresses = ["100.100.100.200", "168.63.129.16", "192.0.0.192"];

/**
 * Validates a base URL. Accepts https, and http to this machine only; never link-local addresses in any notation.
 * Rejects credentials, query and fragment.
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

/** Whether a host, as normalized by `URL`, is the loopback interface regardless of DNS. */
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

/** The IPv4 address in `::ffff:a9fe:a9fe` and similar mapped and translated forms. */
function mappedIPv4(host: string): string | null {
  const found = /^(?:::(?:ffff:(?:0:)?)?|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(host);
  if (!found) return null;
  const [high, low] = [Number.parseInt(found[1] ?? "", 16), Number.parseInt(found[2] ?? "", 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}
