import { IconButton } from "../../../ui/kit/button";
import { useBridge } from "../../../workbench/api/parts";
import { MoreIcon } from "../book-icons";
import { bookMessages } from "../messages";
import type { BookDialog } from "../model/book-model";
import { useBook } from "../model/use-book";

/** What is done less often with a whole book. */
export function MoreMenu() {
  const { model } = useBook();
  const bridge = useBridge();
  const t = bookMessages.more;
  const items: { id: BookDialog; label: string }[] = [
    { id: "checks", label: t.checks },
    { id: "statistics", label: t.statistics },
  ];
  const open = async () => {
    const picked = await bridge.request("app:menu", items);
    const item = items.find(({ id }) => id === picked);
    if (item) model.$dialog.set(item.id);
  };
  return (
    <IconButton label={t.menu} aria-haspopup="menu" onClick={() => void open()}>
      <MoreIcon />
    </IconButton>
  );
}
