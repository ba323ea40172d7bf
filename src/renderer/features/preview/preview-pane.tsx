import { useStore } from "@nanostores/react";
import { useEffect, useRef, useState } from "react";
import { countWords } from "../../../core/text/words";
import { useShell } from "../../ui/shell-context";
import { groupOf } from "../../workbench/groups/arrangement";
import type { Tab } from "../../workbench/tabs/tabs";
import { FindBar } from "./find-bar";
import { followReadingLink } from "./follow-preview-link";
import { ReadingView } from "./preview-view";
import "./preview-pane.css";
import { readingWords } from "../../rendering/page/messages";

type Standing = { state: "rendering" | "shown" | "empty" | "failed"; why?: string | undefined };

/** The rendered document, in place of its editor. */
export default function ReadingRoom({ tab, isActive }: { tab: Tab; isActive: boolean }) {
  const shell = useShell();
  const { tabs, reading, bridge, notices, run } = shell;
  const room = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<ReadingView | null>(null);
  const [standing, setStanding] = useState<Standing>({ state: "rendering" });
  const [finding, setFinding] = useState(0);
  const focusWanted = useStore(tabs.$focusWanted);

  useEffect(() => {
    if (!room.current) return;
    let isClosed = false;
    let opened: ReadingView | null = null;
    let close = () => {};
    const place = reading.takePlace(tab.key);
    ReadingView.open(room.current, {
      copy: tab.copy,
      findImage: async (path) => {
        const answer = await bridge.request("document:image", { doc: tab.doc, path });
        return answer.ok
          ? { status: "found", url: answer.url, width: answer.width, height: answer.height }
          : { status: "refused", message: answer.error.message };
      },
      follow: (link) => void followReadingLink(shell, tab, link).catch((trouble) => notices.problem(String(trouble))),
      entered: () => {
        const group = groupOf(tabs.$arrangement.get(), tab.key);
        if (group) tabs.groups.enter(group.id);
      },
      pressed: (event) => {
        // Forward the key to the window, so that its shortcuts work.
        const again = new KeyboardEvent("keydown", { ...keyOf(event), bubbles: true, cancelable: true });
        return !window.dispatchEvent(again);
      },
      told: (state, why) => setStanding({ state, why }),
      say: notices.announce,
      selected: (text) => reading.select(tab.key, countWords(text, 0, Math.min(text.length, 1_000_000))),
      menu: async (_, link) => {
        const { menu } = readingWords;
        const isWeb = link !== null && /^(?:https?:|mailto:)/i.test(link);
        const picked = await bridge.request("app:menu", [
          ...(link === null ? [] : [{ id: "open", label: menu.openLink }]),
          ...(isWeb ? [{ id: "copy-link", label: menu.copyLink }] : []),
          { id: "copy", label: menu.copy },
          { id: "all", label: menu.selectAll },
        ]);
        if (picked === "open" && link !== null) opened?.follow(link);
        else if (picked === "copy-link" && link !== null) void bridge.request("app:copy", link);
        else if (picked === "copy") opened?.copySelection();
        else if (picked === "all") opened?.selectAll();
      },
    })
      .then((made) => {
        opened = made;
        if (isClosed) return made.close();
        if (place) made.show(place);
        const closed = reading.opened(tab.key, {
          place: () => made.place(),
          run: (command) => {
            if (command === "find") setFinding((times) => times + 1);
            else made.find.step(command === "find-next" ? 1 : -1);
          },
        });
        close = () => {
          closed();
          made.close();
        };
        setView(made);
      })
      .catch((trouble: unknown) => setStanding({ state: "failed", why: String(trouble) }));
    return () => {
      isClosed = true;
      close();
      setView(null);
      reading.select(tab.key, 0);
    };
  }, [shell, tab, tabs, bridge, notices, reading]);

  useEffect(() => {
    if (view && isActive && tabs.takeFocus()) view.focus();
  }, [view, tabs, focusWanted, isActive]);

  const closeFind = () => {
    setFinding(0);
    view?.find.stop();
    view?.focus();
  };

  return (
    <div className="reading-room">
      {view && finding > 0 ? <FindBar view={view} asked={finding} close={closeFind} /> : null}
      <div className="reading-page" ref={room} aria-busy={standing.state === "rendering"} />
      {standing.state === "rendering" ? (
        <p className="reading-sign reading-late" role="status">
          {readingWords.loading}
        </p>
      ) : null}
      {standing.state === "empty" ? <p className="reading-sign">{readingWords.empty}</p> : null}
      {standing.state === "failed" ? (
        <div className="reading-sign" role="alert">
          <p>{readingWords.failed}</p>
          {standing.why ? <p className="reading-why">{standing.why}</p> : null}
          <button type="button" onClick={() => run("toggle-reading")}>
            {readingWords.toSource}
          </button>
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
