import { createContext } from "react";
import type { Bridge } from "../../../shared/contract";
import { isWithin } from "../../ui/file-paths";
import type { Notices } from "../../ui/notices";
import { filePart, linkKind } from "../links";
import { WIKI } from "../wiki-links";
import { previewMessages } from "./messages";

/** Follows the links of the enclosing answer. */
export const FollowContext = createContext<(address: string) => void>(() => {});

type Deps = {
  bridge: Bridge;
  notices: Notices;
  navigation: { goTo(target: { path: string; location?: { line: number } }): Promise<unknown> };
};

/** Follows a link of an answer: web pages after a question, files of the conversation's folder in a tab. Other targets are rejected. */
export async function followAnswerLink(
  { bridge, navigation, notices }: Deps,
  folder: string | null,
  address: string,
): Promise<void> {
  const kind = linkKind(address);
  if (kind === "web" || kind === "mail") {
    await bridge.request("app:open-link", address);
    return;
  }
  const target = address.startsWith(WIKI) ? wikiPage(address) : filePart(address);
  const path = folder === null || target === null ? null : pathIn(folder, target);
  if (path === null) {
    notices.info(previewMessages.answer.outside(target ?? address));
    return;
  }
  const line = /#L(\d{1,9})/.exec(address)?.[1];
  await navigation.goTo({ path, ...(line === undefined ? {} : { location: { line: Number(line) } }) });
}

function wikiPage(address: string): string | null {
  const page = filePart(address.slice(WIKI.length))?.replace(/#.*$/s, "") ?? null;
  return page === null || /\.\w{1,8}$/.test(page) ? page : `${page}.md`;
}

/** Resolves a relative or absolute path; null if the result is outside the folder. */
function pathIn(folder: string, target: string): string | null {
  const slashes = target.replaceAll("\\", "/");
  const isAbsolute = slashes.startsWith("/") || /^[a-z]:\//i.test(slashes);
  const absolute = isAbsolute ? slashes : `${folder.replaceAll("\\", "/")}/${slashes}`;
  const parts: string[] = [];
  for (const part of absolute.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && (part !== "" || parts.length === 0)) parts.push(part);
  }
  const path = parts.join(folder.includes("\\") ? "\\" : "/");
  return isWithin(path, folder) && path !== folder ? path : null;
}
