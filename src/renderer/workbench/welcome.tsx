import { useStore } from "@nanostores/react";
import { hasCommand } from "../../shared/guest-commands";
import { AgentIcon, DocumentIcon, FolderIcon, NewFileIcon } from "../ui/icons";
import { LinkButton } from "../ui/kit/button";
import { shortcut } from "../ui/shortcuts";
import { useGuest, useKeyboard, useRun, useWorkspace } from "./api/parts";
import { RecentItem } from "./recent-item";
import "./welcome.css";
import { messages } from "../ui/messages";

/** Shown in place of the editor while no document is open. */
export function Welcome() {
  const run = useRun();
  const guest = useGuest();
  const $keyboard = useKeyboard();
  const workspace = useWorkspace();
  const recent = useStore(workspace.$recent);
  const folder = useStore(workspace.$workspace);
  const t = messages.welcome;
  const { keys, platform } = useStore($keyboard);
  // Commands without a key are left out.
  const shown = (
    [
      ["new", t.newKey],
      ["open-file", t.openKey],
      ["open-folder", t.folderKey],
      ["quick-open", t.nameKey],
      ["show-commands", t.commandsKey],
      ["toggle-sidebar", t.sidebarKey],
    ] as const
  ).flatMap(([command, what]) =>
    hasCommand(guest, command) ? keys[command].slice(0, 1).map((key) => [key, what] as const) : [],
  );
  return (
    <div className="welcome">
      <div className="welcome-sheet">
        <h1>{t.heading}</h1>
        <p className="welcome-lead soft above-small">
          {folder === null ? t.lead : guest === null ? t.inFolder(folder.name) : t.asGuest(folder.name, guest.name)}
        </p>
        <div className="welcome-columns">
          {guest === null ? (
            <section aria-label={t.start}>
              <h2 className="below-small soft">{t.start}</h2>
              <ul>
                <li>
                  <LinkButton className="flush" onClick={() => run("new")}>
                    <NewFileIcon /> {messages.command.new}
                  </LinkButton>
                </li>
                <li>
                  <LinkButton className="flush" onClick={() => run("open-file")}>
                    <DocumentIcon /> {messages.command.openFile}
                  </LinkButton>
                </li>
                <li>
                  <LinkButton className="flush" onClick={() => run("open-folder")}>
                    <FolderIcon /> {messages.command.openFolder}
                  </LinkButton>
                </li>
                <li>
                  <LinkButton className="flush" onClick={() => run("connect-agent")}>
                    <AgentIcon /> {messages.command.connectAgent}
                  </LinkButton>
                </li>
              </ul>
            </section>
          ) : null}
          {recent.length === 0 ? null : (
            <section aria-label={t.recent}>
              <h2 className="below-small soft">{t.recent}</h2>
              <ul>
                {recent.slice(0, 6).map((recentItem) => (
                  <li key={recentItem.path}>
                    <RecentItem {...recentItem} />
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
        <dl className="welcome-keys line-above faint wraps" aria-label={t.keys}>
          {shown.map(([key, what]) => (
            <div key={key} className="in-line on-baseline">
              <dt>
                <kbd>{shortcut(key, platform)}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  );
}
