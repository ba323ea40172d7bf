import { useStore } from "@nanostores/react";
import { type DragEvent, useEffect, useState } from "react";
import { $draggedFile } from "../../ui/dragged-file";
import { MAX_GROUPS } from "../../ui/limits";
import { useTabs } from "../api/parts";
import type { GroupId, Side } from "../api/tabs";
import { groupsOf } from "./arrangement";

/**
 * How close to an edge a dropped file opens in a new group, as a share of the pane and at most in pixels. Text begins
 * further in.
 */
const EDGE = { share: 0.1, pixels: 32 };

/**
 * Drop target for files of the tree. At an edge the file opens in a new group, as a dropped tab does; further in the
 * editor inserts a link to it. `zone` is the edge that a drop would currently use; spread the rest on the pane.
 */
export function useEdgeDrop(group: GroupId) {
  const tabs = useTabs();
  const dragged = useStore($draggedFile);
  const [zone, setZone] = useState<Side | null>(null);
  useEffect(() => {
    if (dragged === null) setZone(null);
  }, [dragged]);

  const edgeUnder = (event: DragEvent): Side | null => {
    const all = tabs.$arrangement.get();
    const rows = groupsOf(all);
    if (rows.length >= MAX_GROUPS || rows.every((row) => row.tabs.length === 0)) return null;
    const { left, top, width, height, right, bottom } = event.currentTarget.getBoundingClientRect();
    const within = (distance: number, size: number) => distance < Math.min(EDGE.pixels, size * EDGE.share);
    if (within(event.clientX - left, width)) return "left";
    if (within(right - event.clientX, width)) return "right";
    if (within(event.clientY - top, height)) return "up";
    return within(bottom - event.clientY, height) ? "down" : null;
  };

  return {
    zone: dragged === null ? null : zone,
    // Stop the event before the editor sees it and shows where it would insert a link.
    onDragOverCapture(event: DragEvent): void {
      if (dragged === null) return;
      const next = edgeUnder(event);
      setZone(next);
      if (next === null) return;
      event.preventDefault();
      event.stopPropagation();
      event.dataTransfer.dropEffect = "copy";
    },
    onDragLeave({ currentTarget, relatedTarget }: DragEvent): void {
      if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setZone(null);
    },
    onDropCapture(event: DragEvent): void {
      const side = dragged === null ? null : edgeUnder(event);
      setZone(null);
      if (dragged === null || side === null) return;
      event.preventDefault();
      event.stopPropagation();
      $draggedFile.set(null);
      void tabs.openSplit(dragged, side, group);
    },
  };
}
