import { useStore } from "@nanostores/react";
import { AgentIcon, FolderIcon, NewFileIcon, PageIcon } from "../ui/icons";
import { useShell } from "../ui/shell-context";
import { shortcut } from "../ui/shortcuts";
import { RecentPlace } from "./recent-item";
import "./welcome.css";
import { words } from "../ui/messages";

/** Shown in place of the editor while no document is open. */
export function Welcome() {
  const { run, $keyboard, workspace } = useShell();
  const recent = useStore(workspace.$recent);
  const say = words.welcome;
  const { keys, platform } = useStore($keyboard);
  // Commands without a key are left out.
  const shown = (
    [
      ["new", say.newKey],
      ["open-file", say.openKey],
      ["open-folder", say.folderKey],
      ["quick-open", say.nameKey],
      ["show-commands", say.commandsKey],
      ["toggle-sidebar", say.sidebarKey],
    ] as const
  ).flatMap(([command, what]) => keys[command].slice(0, 1).map((key) => [key, what] as const));
  return (
    <div className="welcome">
      <div className="welcome-sheet">
        <h1>{say.heading}</h1>
        <p className="welcome-lead">{say.lead}</p>
        <div className="welcome-columns">
          <section aria-label={say.start}>
            <h2>{say.start}</h2>
            <ul>
              <li>
                <button type="button" className="link" onClick={() => run("new")}>
                  <NewFileIcon /> {words.command.new}
                </button>
              </li>
              <li>
                <button type="button" className="link" onClick={() => run("open-file")}>
                  <PageIcon /> {words.command.openFile}
                </button>
              </li>
              <li>
                <button type="button" className="link" onClick={() => run("open-folder")}>
                  <FolderIcon /> {words.command.openFolder}
                </button>
              </li>
              <li>
                <button type="button" className="link" onClick={() => run("connect-agent")}>
                  <AgentIcon /> {words.command.connectAgent}
                </button>
              </li>
            </ul>
          </section>
          {recent.length === 0 ? null : (
            <section aria-label={say.recent}>
              <h2>{say.recent}</h2>
              <ul>
                {recent.slice(0, 6).map((place) => (
                  <li key={place.path}>
                    <RecentPlace {...place} />
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
        <dl className="welcome-keys" aria-label={say.keys}>
          {shown.map(([key, what]) => (
            <div key={key}>
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
