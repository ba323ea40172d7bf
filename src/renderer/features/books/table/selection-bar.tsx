import { useStore } from "@nanostores/react";
import { Button, LinkButton } from "../../../ui/kit/button";
import { Toolbar } from "../../../ui/kit/toolbar";
import { useNotices } from "../../../workbench/api/parts";
import { bookMessages } from "../messages";
import { useBook } from "../model/use-book";

/** The actions for all selected paragraphs. */
export function SelectionBar() {
  const { model } = useBook();
  const notices = useNotices();
  const chosen = useStore(model.$chosen);
  const t = bookMessages.chosen;
  if (chosen.size === 0) return null;
  const clear = () => model.$chosen.set(new Set());
  const accept = async (which: "all" | "unflagged") => {
    const ids = [...chosen];
    await Promise.all(ids.map((id) => model.unsaved.save(id)));
    const fresh = await model.acceptMany(ids, which);
    if (fresh === null) return;
    const undo = { action: { label: bookMessages.glossary.undo, run: () => void model.unaccept(fresh) } };
    notices.info(t.accepted(fresh.length), fresh.length > 0 ? undo : {});
    clear();
  };
  return (
    <Toolbar className="foot spaced inset" role="group" aria-label={t.count(chosen.size)}>
      <span role="status">{t.count(chosen.size)}</span>
      <Button size="small" kind="main" title={t.acceptUnflaggedHint} onClick={() => void accept("unflagged")}>
        {t.acceptUnflagged}
      </Button>
      <Button size="small" onClick={() => void accept("all")}>
        {t.accept}
      </Button>
      <Button size="small" onClick={() => model.$sendingBack.set({ paragraphs: [...chosen] })}>
        {t.sendBack}
      </Button>
      <LinkButton onClick={clear}>{t.clear}</LinkButton>
    </Toolbar>
  );
}
