import { expect, test } from "vitest";
import { createPanelLayout } from "../ui/panel-layout";
import { createLayout } from "./layout";
import { keepOneOverlay } from "./one-overlay";

function narrowWindow() {
  const layout = createLayout(null);
  const panel = createPanelLayout(null);
  keepOneOverlay(layout, panel);
  const open = () => [
    ...(layout.$sidebar.get().open ? ["side bar"] : []),
    ...(layout.$aside.get() ? ["history"] : []),
    ...(panel.$panel.get().open ? ["assistant"] : []),
  ];
  return { layout, panel, open };
}

test("in a narrow window opening one of side bar, history and assistant closes the others", () => {
  const { layout, panel, open } = narrowWindow();
  layout.narrow(true);
  panel.narrow(true);
  layout.openSidebar();
  layout.toggleHistory();
  expect(open()).toEqual(["history"]);
  layout.enterOutline();
  expect(open()).toEqual(["side bar"]);
  panel.open("focus");
  expect(open()).toEqual(["assistant"]);
  layout.toggleHistory();
  expect(open()).toEqual(["history"]);
});

test("in a wide window they stand beside the document together", () => {
  const { layout, panel, open } = narrowWindow();
  layout.toggleHistory();
  panel.open("focus");
  expect(open()).toEqual(["side bar", "history", "assistant"]);
});
