import { useStore } from "@nanostores/react";
import { usePanel } from "./use-panel";
import { panelWords } from "./words";

/** The conversations of the open folder, the one written last first. */
export default function ConversationList() {
  const panel = usePanel();
  const list = useStore(panel.$list);
  const show = async (id: string) => {
    if (await panel.show(id)) panel.$view.set("conversation");
  };
  return (
    <ul className="conversation-list" aria-label={panelWords.conversations}>
      {list
        .filter(({ turns }) => turns > 0)
        .map(({ id, title }) => (
          <li key={id}>
            <button type="button" className="link" onClick={() => void show(id)}>
              {title}
            </button>
          </li>
        ))}
    </ul>
  );
}
