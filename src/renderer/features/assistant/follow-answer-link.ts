import { createContext } from "react";
import { filePart, linkKind } from "../../rendering/links";
import { WIKI } from "../../rendering/wiki-links";
import { isWithin } from "../../ui/file-paths";
import { useShell } from "../../ui/shell-context";
import type { Shell } from "../../workbench/shell";
import { panelWords } from "./messages";

type Follow = (address: string) => void;

/** Follows the links of the enclosing answer. */
export const FollowContext = createContext<Follow>(() => {});

/** Follows a link of an answer: web pages after a question, files of the conversation's folder in a tab. Other targets are rejected. */
export function useFollow(folder: string | null): Follow {
  const shell = useShell();
  return (address) => void followAnswerLink(shell, folder, address);
}

async function followAnswerLink(
  { bridge, navigation, notices }: Pick<Shell, "bridge" | "navigation" | "notices">,
  folder: string | null,
  address: string,
): Promise<void> {
  const kind = linkKind(address);
  if (kind === "web" || kind === "mail") {
    await bridge.request("app:open-link", address);
    return;
  }
  const named = address.startsWith(WIKI) ? wikiPage(address) : filePart(address);
  const place = folder === null || named === null ? null : placeIn(folder, named);
  if (place === null) {
    notices.tell(panelWords.link.outside(named ?? address));
    return;
  }
  const line = /#L(\d{1,9})/.exec(address)?.[1];
  await navigation.goTo({ path: place, ...(line === undefined ? {} : { spot: { line: Number(line) } }) });
}

function wikiPage(address: string): string | null {
  const page = filePart(address.slice(WIKI.length))?.replace(/#.*$/s, "") ?? null;
  return page === null || /\.\w{1,8}$/.test(page) ? page : `${page}.md`;
}

/** Resolves a relative or absolute path; null if the result is outside the folder. */
function placeIn(folder: string, named: string): string | null {
  const slashes = named.replaceAll("\\", "/");
  const isWhole = slashes.startsWith("/") || /^[a-z]:\//i.test(slashes);
  const whole = isWhole ? slashes : `${folder.replaceAll("\\", "/")}/${slashes}`;
  const parts: string[] = [];
  for (const part of whole.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && (part !== "" || parts.length === 0)) parts.push(part);
  }
  const path = parts.join(folder.includes("\\") ? "\\" : "/");
  return isWithin(path, folder) && path !== folder ? path : null;
}
