import type { MenuCommands } from "../../../shared/commands";
import { messages } from "../../ui/messages";
import { activeGroup } from "../groups/arrangement";
import type { CommandContext } from "./command-context";

/** The commands of the menu Go. */
export function goCommands({ tabs, palette, navigation, notices }: CommandContext): MenuCommands<"go"> {
  const moveTab = (by: 1 | -1) => {
    const front = tabs.$front.get();
    if (front) tabs.moveTab(front, activeGroup(tabs.$arrangement.get()).tabs.indexOf(front.key) + by);
  };
  return {
    "quick-open": () => palette.open(""),
    "go-to-heading": () => palette.open("@"),
    "go-to-line": () => palette.open(":"),
    "go-back": async () => {
      if (!(await navigation.back())) notices.announce(messages.navigation.noneBack);
    },
    "go-forward": async () => {
      if (!(await navigation.forward())) notices.announce(messages.navigation.noneForward);
    },
    "next-tab": () => tabs.step(1),
    "previous-tab": () => tabs.step(-1),
    "move-tab-left": () => moveTab(-1),
    "move-tab-right": () => moveTab(1),
    "next-group": () => tabs.groups.step(1),
    "previous-group": () => tabs.groups.step(-1),
    "group-1": () => tabs.groups.goTo(1),
    "group-2": () => tabs.groups.goTo(2),
    "group-3": () => tabs.groups.goTo(3),
    "group-4": () => tabs.groups.goTo(4),
    "next-room": () => focusNextPane(1),
    "previous-room": () => focusNextPane(-1),
  };
}

/** The parts of the window that F6 cycles through, in order. */
const PANES = [".search-text, .tree", null, ".aside button", ".panel-field", ".notice button", ".status button"];

/** The parts of each tab group. */
const IN_GROUP = [".tabs [role=tab][tabindex='0']", ".cm-content, .reading-frame"];

/** Moves the focus to the next or previous part of the window that exists, wrapping around. */
function focusNextPane(by: 1 | -1): void {
  const first = (selector: string, within: ParentNode) => within.querySelector<HTMLElement>(selector) ?? [];
  const groups = [...document.querySelectorAll(".group")];
  const panes = PANES.flatMap((selector) =>
    selector === null
      ? groups.flatMap((group) => IN_GROUP.flatMap((each) => first(each, group)))
      : first(selector, document),
  );
  const at = panes.findIndex((pane) => pane === document.activeElement || pane.contains(document.activeElement));
  panes[(at + by + panes.length) % panes.length]?.focus();
}
