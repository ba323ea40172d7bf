import type { ChipSize, ContextChip } from "../../../../shared/conversation";
import { nameOf } from "../../../ui/file-paths";
import type { Tabs } from "../../../workbench/api/tabs";
import { panelMessages } from "../messages";

/** The label of a chip: main's label once it is known, else one made in the renderer. */
export function chipLabel(chip: ContextChip, size: ChipSize | undefined, tabs: Pick<Tabs, "find">): string {
  const t = panelMessages.composer;
  switch (chip.kind) {
    case "front":
    case "document":
      return tabs.find(chip.doc)?.editor.$info.get().name ?? size?.label ?? t.closed;
    case "selection":
      return t.selection(tabs.find(chip.doc)?.editor.$info.get().name ?? t.closed, chip.lineFrom, chip.lineTo);
    case "file":
      return nameOf(chip.path);
    case "section":
      return t.section(nameOf(chip.path), chip.address);
    case "paragraph":
      return size && !size.failure ? nameOf(size.label) : t.paragraph(nameOf(chip.path));
    case "entry":
      return chip.entry.name;
    case "skill":
    case "image":
      return chip.name;
  }
}
