import type { Bridge, DocumentId } from "../../../shared/contract";
import { isNowhere } from "../../../shared/links";
import { filePart, linkKind } from "../../rendering/links";
import { embeddedIn } from "../../rendering/page/pictures";
import { WIKI } from "../../rendering/wiki-links";
import { exportMessages } from "./messages";

/** Something that an export would lack: what the document names, and why it is not there. */
export type Missing = { what: string; why: string };

/** The maximum number of links to files that are looked up. */
const MAX_LINKS = 500;

/** `isDrawn`: what is still the source of a drawing could not be drawn. */
type ExportContext = { bridge: Bridge; doc: DocumentId; signal: AbortSignal; isDrawn: boolean };

/** What a collected page lacks: images that are only named, drawings that stayed source, links that lead nowhere. Each once. */
export async function missingIn(body: HTMLElement, place: ExportContext): Promise<Missing[]> {
  const found = new Map<string, Missing>();
  const add = (what: string, why: string) => found.set(`${what}\n${why}`, { what, why });
  for (const sign of body.querySelectorAll(".absent")) {
    const address = sign.querySelector(".absent-address")?.textContent ?? "";
    const words = (sign.textContent ?? "").slice(0, (sign.textContent ?? "").length - address.length).trim();
    add(address || words, address ? words : "");
  }
  for (const source of place.isDrawn ? body.querySelectorAll("code.math, pre.diagram") : [])
    add(shortened(source.textContent ?? ""), exportMessages.missing.notDrawn);
  for (const address of await brokenLinks(body, place)) add(address, exportMessages.missing.link);
  return [...found.values()];
}

async function brokenLinks(body: HTMLElement, { bridge, doc, signal }: ExportContext): Promise<string[]> {
  const ids = new Set([...body.querySelectorAll("[id]")].map(({ id }) => id));
  const links = new Map<string, { address: string; from: string | undefined }>();
  for (const link of body.querySelectorAll("a[href]")) {
    const found = { address: link.getAttribute("href") ?? "", from: embeddedIn(link) };
    links.set(`${found.from ?? ""}\n${found.address}`, found);
  }
  const broken: string[] = [];
  let left = MAX_LINKS;
  for (const { address, from } of links.values()) {
    signal.throwIfAborted();
    const isWiki = address.startsWith(WIKI);
    const kind = isWiki ? "file" : linkKind(address);
    const target = isWiki ? (decoded(address.slice(WIKI.length)) ?? "") : address;
    if (kind === "fragment" && address.length > 1 && !ids.has(decoded(address.slice(1)) ?? "")) broken.push(address);
    if (kind !== "file" || (!isWiki && !filePart(address)) || left-- <= 0) continue;
    const answer = await bridge.request("links:place", { doc, kind: isWiki ? "wiki" : "address", target, from });
    // A link that cannot be looked up, as in a document without a file, is not known to be broken.
    if (answer.ok && isNowhere(answer.place)) broken.push(target);
  }
  return broken;
}

function decoded(address: string): string | null {
  try {
    return decodeURIComponent(address);
  } catch {
    return null;
  }
}

function shortened(source: string): string {
  const line = source.trim().split("\n", 1)[0] ?? "";
  return line.length > 80 ? `${line.slice(0, 80)}…` : line;
}
