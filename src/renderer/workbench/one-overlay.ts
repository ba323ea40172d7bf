import type { PanelLayout } from "../ui/panel-layout";
import type { Layout } from "./api/layout";

/**
 * In a narrow window side bar, history and assistant cover the document, each on its own: opening one closes the others,
 * so that they never cover all of it together.
 */
export function keepOneOverlay(
  layout: Pick<Layout, "$sidebar" | "$aside" | "leaveSidebar" | "closeAside">,
  panel: Pick<PanelLayout, "$panel" | "close">,
): void {
  const { $sidebar, $aside } = layout;
  const { $panel } = panel;
  const overlays = [
    { isOpen: () => $sidebar.get().open && $sidebar.get().over, close: layout.leaveSidebar },
    // The history covers the document in the windows in which the assistant does.
    { isOpen: () => $aside.get() !== null && $panel.get().over, close: layout.closeAside },
    { isOpen: () => $panel.get().open && $panel.get().over, close: panel.close },
  ];
  let were = overlays.map(({ isOpen }) => isOpen());
  const update = () => {
    const opened = overlays.findIndex(({ isOpen }, index) => isOpen() && !were[index]);
    were = overlays.map(({ isOpen }) => isOpen());
    if (opened < 0) return;
    for (const [index, { isOpen, close }] of overlays.entries()) if (index !== opened && isOpen()) close();
  };
  for (const store of [$sidebar, $aside, $panel]) store.listen(update);
}
