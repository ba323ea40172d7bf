import { useStore } from "@nanostores/react";
import { useEffect, useRef, useState } from "react";
import { countWords } from "../../../core/text/words";
import { WIKI } from "../../rendering/wiki-links";
import { Button } from "../../ui/kit/button";
import type { Shell } from "../../workbench/api/shell";
import { useShell } from "../../workbench/api/shell-context";
import type { Tab } from "../../workbench/api/tabs";
import { PreviewFindBar } from "./find-bar";
import { type PreviewLink, PreviewView } from "./preview-view";
import "./preview-pane.css";
import { previewMessages } from "../../rendering/page/messages";

type PreviewStatus = { state: "rendering" | "shown" | "empty" | "failed"; why?: string | undefined };

/** The rendered document, in place of its editor. */
export default function PreviewPane({ tab, isActive }: { tab: Tab; isActive: boolean }) {
  const shell = useShell();
  const { tabs, previews, bridge, notices, comments, run, $documentSettings: $settings } = shell;
  const container = useRef<HTMLDivElement>(null);
  const cards = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<PreviewView | null>(null);
  const [status, setStatus] = useState<PreviewStatus>({ state: "rendering" });
  const [findRequests, setFindRequests] = useState(0);
  const focusWanted = useStore(tabs.$focusWanted);

  useEffect(() => {
    if (!container.current) return;
    let isClosed = false;
    let opened: PreviewView | null = null;
    let close = () => {};
    const position = previews.takePosition(tab.key);
    PreviewView.open(container.current, {
      editor: tab.editor,
      $settings,
      findImage: async (path, from) => {
        const answer = await bridge.request("document:image", { doc: tab.doc, path, from });
        return answer.ok
          ? { status: "found", url: answer.url, width: answer.width, height: answer.height }
          : { status: "refused", message: answer.error.message };
      },
      findEmbed: async (target, from) => {
        const answer = await bridge.request("links:embed", { doc: tab.doc, target, from });
        return answer.ok
          ? { status: "found", part: answer.part }
          : { status: "refused", message: answer.error.message };
      },
      isMissing: (address, from) => {
        const isWiki = address.startsWith(WIKI);
        const target = isWiki ? decodeURIComponent(address.slice(WIKI.length)) : address;
        return shell.links.isMissing(tab.doc, { kind: isWiki ? "wiki" : "address", target, from });
      },
      follow: (link) => void followPreviewLink(shell, tab, link).catch((error) => notices.error(String(error))),
      entered: () => tabs.groups.enterOf(tab),
      handleKeyDown: (event) => {
        // Forward the key to the window, so that its shortcuts work.
        const again = new KeyboardEvent("keydown", { ...keyOf(event), bubbles: true, cancelable: true });
        return !window.dispatchEvent(again);
      },
      onStatus: (state, why) => setStatus({ state, why }),
      announce: notices.announce,
      selected: (text) => previews.select(tab.key, countWords(text, 0, Math.min(text.length, 1_000_000))),
      menu: async (_, link, from) => {
        const { menu } = previewMessages;
        const isWeb = link !== null && /^(?:https?:|mailto:)/i.test(link);
        const picked = await bridge.request("app:menu", [
          ...(link === null ? [] : [{ id: "open", label: menu.openLink }]),
          ...(isWeb ? [{ id: "copy-link", label: menu.copyLink }] : []),
          { id: "copy", label: menu.copy },
          { id: "all", label: menu.selectAll },
        ]);
        if (picked === "open" && link !== null) opened?.follow(link, from);
        else if (picked === "copy-link" && link !== null) void bridge.request("app:copy", link);
        else if (picked === "copy") opened?.copySelection();
        else if (picked === "all") opened?.selectAll();
      },
    })
      .then((made) => {
        opened = made;
        if (isClosed) return made.close();
        if (position) made.show(position);
        const closed = previews.opened(tab.key, {
          position: () => made.position(),
          passages: made.passages,
          run: (command) => {
            if (command === "find") setFindRequests((times) => times + 1);
            else made.find.step(command === "find-next" ? 1 : -1);
          },
        });
        const ended = cards.current ? comments.showInPreview(tab, made.passages, cards.current) : () => {};
        close = () => {
          ended();
          closed();
          made.close();
        };
        setView(made);
      })
      .catch((error: unknown) => setStatus({ state: "failed", why: String(error) }));
    return () => {
      isClosed = true;
      close();
      setView(null);
      previews.select(tab.key, 0);
    };
  }, [shell, tab, tabs, bridge, notices, comments, previews, $settings]);

  useEffect(() => {
    if (view && isActive && tabs.takeFocus()) view.focus();
  }, [view, tabs, focusWanted, isActive]);

  const closeFind = () => {
    setFindRequests(0);
    view?.find.stop();
    view?.focus();
  };

  return (
    <div className="tall anchor column">
      {view && findRequests > 0 ? <PreviewFindBar view={view} focusCount={findRequests} close={closeFind} /> : null}
      <div className="fills" ref={container} aria-busy={status.state === "rendering"} />
      <div className="preview-cards cover" ref={cards} />
      {status.state === "rendering" ? (
        <p className="reading-sign late soft" role="status">
          {previewMessages.loading}
        </p>
      ) : null}
      {status.state === "empty" ? <p className="reading-sign soft">{previewMessages.empty}</p> : null}
      {status.state === "failed" ? (
        <div className="reading-sign soft" role="alert">
          <p>{previewMessages.failed}</p>
          {status.why ? <p className="faint small">{status.why}</p> : null}
          <Button onClick={() => run("toggle-reading")}>{previewMessages.backToEditing}</Button>
        </div>
      ) : null}
    </div>
  );
}

function keyOf(event: KeyboardEvent): KeyboardEventInit {
  const { key, code, ctrlKey, altKey, shiftKey, metaKey, repeat, isComposing, location } = event;
  const modifierAltGraph = event.getModifierState("AltGraph");
  return { key, code, ctrlKey, altKey, shiftKey, metaKey, repeat, isComposing, location, modifierAltGraph };
}

/** Follows a link of the preview: web pages after a question, files as in the editor. */
async function followPreviewLink(
  { bridge, links }: Pick<Shell, "bridge" | "links">,
  { doc }: Tab,
  link: PreviewLink,
): Promise<void> {
  if (link.kind === "web") {
    await bridge.request("app:open-link", link.address);
    return;
  }
  const { target, from } = link;
  await links.follow(doc, { kind: link.kind === "wiki" ? "wiki" : "address", target, from });
}
