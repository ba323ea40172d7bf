import type { GroupId, TabKey } from "../api/tabs";

/** The id of the element that shows a group's front document. */
export const panelId = (group: GroupId) => `canvas-panel-${group}`;

/** The id of a tab's element. */
export const tabId = (tab: TabKey) => `tab-${tab}`;
