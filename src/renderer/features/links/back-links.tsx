import { useStore } from "@nanostores/react";
import { atom } from "nanostores";
import { useEffect, useId, useState } from "react";
import "./back-links.css";
import type { BackLink } from "../../../shared/links";
import { within } from "../../ui/file-paths";
import { Twist } from "../../ui/kit/button";
import { ListButton } from "../../ui/kit/list";
import { messages } from "../../ui/messages";
import { useBridge, useLayout, useNavigation, useWorkspace } from "../../workbench/api/parts";
import type { Tab } from "../../workbench/api/tabs";
import { linkMessages } from "./messages";
import { UnlinkedMentions } from "./unlinked-mentions";

/** Whether the section is expanded, for all documents. While it is collapsed no links are searched. */
const $isOpen = atom(false);

type BackLinkState =
  | { status: "looking" }
  | { status: "found"; links: BackLink[]; isAll: boolean }
  | { status: "failed"; why: string };

/** What leads to a document: links, and mentions without a link. */
export function BackLinks({ tab }: { tab: Tab }) {
  return (
    <div className="back-links">
      <Links tab={tab} />
      <UnlinkedMentions tab={tab} />
    </div>
  );
}

/** The documents of the folder that link to this one; a click opens the link. */
function Links({ tab }: { tab: Tab }) {
  const bridge = useBridge();
  const workspace = useWorkspace();
  const root = useStore(workspace.$workspace)?.root ?? null;
  const { path } = useStore(tab.editor.$info);
  const isOpen = useStore($isOpen);
  const [found, setFound] = useState<BackLinkState>({ status: "looking" });
  const id = useId();
  const t = linkMessages.back;

  useEffect(() => {
    if (!isOpen || root === null || path === null) return;
    let isOver = false;
    setFound({ status: "looking" });
    void bridge.request("links:back", tab.doc).then((answer) => {
      if (isOver) return;
      if (answer.ok) setFound({ status: "found", links: answer.links, isAll: answer.isAll });
      else setFound({ status: "failed", why: answer.error.message });
    });
    return () => {
      isOver = true;
    };
  }, [bridge, tab.doc, path, root, isOpen]);

  if (root === null || path === null) return null;
  return (
    <section className="back-links-part" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>
        <Twist className="back-toggle" isOpen={isOpen} onClick={() => $isOpen.set(!isOpen)}>
          {isOpen && found.status === "found" ? t.from(found.links.length) : t.title}
        </Twist>
      </h3>
      {isOpen ? <Lines found={found} root={root} /> : null}
    </section>
  );
}

function Lines({ found, root }: { found: BackLinkState; root: string }) {
  const navigation = useNavigation();
  const layout = useLayout();
  if (found.status === "looking") return <p className="back-quiet soft small">{messages.loading}</p>;
  if (found.status === "failed") return <p className="back-quiet soft small">{found.why}</p>;
  if (found.links.length === 0) return <p className="back-quiet soft small">{linkMessages.back.none}</p>;
  const files = [...new Set(found.links.map(({ path }) => path))];
  return (
    <ul className="below">
      {files.map((path) => (
        <li key={path}>
          <span className="back-path as-block clip small" title={path}>
            {path}
          </span>
          <ul>
            {linesOf(found.links, path).map(({ line, text }) => (
              <li key={line}>
                <ListButton
                  className="back-line clip-lines soft small"
                  title={linkMessages.update.line(line)}
                  onClick={() => {
                    layout.leaveSidebar();
                    void navigation.goTo({ path: within(root, path), location: { line } });
                  }}
                >
                  {text}
                </ListButton>
              </li>
            ))}
          </ul>
        </li>
      ))}
      {found.isAll ? null : <li className="back-quiet soft small">{linkMessages.update.notAll}</li>}
    </ul>
  );
}

/** Each line once, even if it has several links. */
function linesOf(links: readonly BackLink[], path: string): BackLink[] {
  const byLine = new Map(links.filter((link) => link.path === path).map((link) => [link.line, link]));
  return [...byLine.values()];
}
