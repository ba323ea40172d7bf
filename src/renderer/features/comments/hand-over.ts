import type { ReadableAtom } from "nanostores";
import type { ShownThread } from "../../../shared/comments";
import type { Bridge } from "../../../shared/contract";
import type { Notices } from "../../ui/notices";
import type { Addressee } from "../../workbench/api/feature-stores";
import type { Shell } from "../../workbench/api/shell";
import type { Tabs } from "../../workbench/api/tabs";
import { commentMessages } from "./messages";

type Deps = {
  bridge: Pick<Bridge, "request">;
  tabs: Pick<Tabs, "$front">;
  notices: Pick<Notices, "info">;
  $threads: ReadableAtom<readonly ShownThread[]>;
  shell(): Shell;
};

/** Hands threads of the document in front to the assistant's panel. */
export function createHandOver({ bridge, tabs, notices, $threads, shell }: Deps) {
  async function addressees(): Promise<readonly Addressee[]> {
    const { addresseesIn } = await import("./addressees");
    return addresseesIn(await bridge.request("assistant:setup", undefined));
  }

  async function ask(ids: readonly string[], to: Addressee | null = null): Promise<boolean> {
    const tab = tabs.$front.get();
    if (tab === null) return false;
    const threads = $threads.get().filter(({ thread }) => ids.includes(thread));
    return (await import("./ask-agent")).askAgent(shell(), { tab, threads, to });
  }

  return {
    addressees,
    ask,
    /** A comment that mentions an agent hands its thread to that agent. */
    async handOver(thread: string, text: string): Promise<void> {
      if (!text.includes("@")) return;
      const { mentionedIn } = await import("./addressees");
      const to = mentionedIn(text, await addressees());
      if (to !== null && (await ask([thread], to))) notices.info(commentMessages.handedOver(to.name));
    },
  };
}
