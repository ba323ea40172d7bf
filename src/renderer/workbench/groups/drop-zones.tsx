import { useStore } from "@nanostores/react";
import { type DragEvent, useState } from "react";
import { MAX_GROUPS } from "../../ui/limits";
import { useTabs } from "../api/parts";
import type { Group, Side, TabKey } from "../api/tabs";
import { groupsOf } from "./arrangement";
import { $draggedTab } from "./dragged-tab";

/** How close to an edge, as a share of the pane, a dropped tab gets a new group. */
const EDGE = 0.24;

/**
 * Covers an editor pane while a tab is dragged: dropped in the middle, the tab moves to this group; at an edge, to a
 * new group beside it.
 */
export function DropZones({ group, dragged }: { group: Group; dragged: TabKey }) {
  const tabs = useTabs();
  const all = useStore(tabs.$arrangement);
  const [zone, setZone] = useState<Side | "middle" | null>(null);
  const from = groupsOf(all).find((each) => each.tabs.includes(dragged));
  const isAlone = from?.tabs.length === 1;
  // If the tab is alone in its group, that group disappears and frees a slot for the new one.
  const canSplit = groupsOf(all).length < MAX_GROUPS || (isAlone && from.id !== group.id);

  const zoneUnder = (event: DragEvent): Side | "middle" | null => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const x = (event.clientX - left) / width;
    const y = (event.clientY - top) / height;
    const near: [Side, number][] = [
      ["left", x],
      ["right", 1 - x],
      ["up", y],
      ["down", 1 - y],
    ];
    const [side, distance] = near.reduce((one, other) => (other[1] < one[1] ? other : one));
    if (canSplit && distance < EDGE) return side;
    return from?.id === group.id ? null : "middle";
  };

  const dropped = (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const where = zoneUnder(event);
    const tab = tabs.tabOf(dragged);
    $draggedTab.set(null);
    if (where === "middle") tabs.groups.moveTo(tab, group.id, group.tabs.length);
    else if (where) tabs.groups.split(tab, where, "moved", group.id);
  };

  return (
    <div
      className="drop-zones cover"
      aria-hidden="true"
      onDragOver={(event) => {
        const next = zoneUnder(event);
        setZone(next);
        if (next === null) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = "move";
      }}
      onDragLeave={() => setZone(null)}
      onDrop={dropped}
    >
      {zone === null ? null : <div className="drop-zone cover" data-zone={zone} />}
    </div>
  );
}
