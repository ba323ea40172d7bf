import { useStore } from "@nanostores/react";
import { Button, LinkButton } from "../../ui/kit/button";
import { Toolbar } from "../../ui/kit/toolbar";
import { useNotices } from "../../workbench/api/parts";
import { bookMessages } from "./messages";
import { useBook } from "./use-book";

/** The actions for all selected paragraphs. */
export function SelectionBar() {
  const { model } = useBook();
  const notices = useNotices();
  const chosen = useStore(model.$chosen);
  const t = bookMessages.chosen;
  if (chosen.size === 0) return null;
  const clear = () => model.$chosen.set(new Set());
  const accept = async () => {
    const ids = [...chosen];
    await Promise.all(ids.map((id) => model.unsaved.save(id)));
    if (!(await model.accept(ids))) return;
    notices.info(t.accepted(ids.length));
    clear();
  };
  return (
    <Toolbar className="book-chosen" role="group" aria-label={t.count(chosen.size)}>
      <span role="status">{t.count(chosen.size)}</span>
      <Button size="small" kind="main" onClick={() => void accept()}>
        {t.accept}
      </Button>
      <Button size="small" onClick={() => model.$sendingBack.set({ paragraphs: [...chosen] })}>
        {t.sendBack}
      </Button>
      <LinkButton onClick={clear}>{t.clear}</LinkButton>
    </Toolbar>
  );
}
