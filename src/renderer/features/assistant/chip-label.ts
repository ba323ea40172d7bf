import type { ChipSize, ContextChip } from "../../../shared/conversation";
import { nameOf } from "../../ui/file-paths";
import type { Tabs } from "../../workbench/tabs/tabs";
import { panelWords } from "./messages";

/** The label of a chip: main's label once it is known, else one made in the renderer. */
export function chipLabel(chip: ContextChip, size: ChipSize | undefined, tabs: Pick<Tabs, "find">): string {
  const say = panelWords.composer;
  switch (chip.kind) {
    case "document":
      return tabs.find(chip.doc)?.copy.$about.get().name ?? size?.label ?? say.gone;
    case "selection":
      return say.selection(tabs.find(chip.doc)?.copy.$about.get().name ?? say.gone, chip.lineFrom, chip.lineTo);
    case "file":
      return nameOf(chip.path);
    case "section":
      return say.section(nameOf(chip.path), chip.address);
    case "paragraph":
      return size && !size.problem ? nameOf(size.label) : say.paragraph(nameOf(chip.path));
    case "entry":
      return chip.entry.name;
  }
}
