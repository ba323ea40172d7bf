import type { CSSProperties } from "react";
import { extentOf } from "../../main/engine/document/reading-coverage";
import type { Share } from "../outline/outline-coverage";
import "./coverage-bar.css";

/** How much of a section agents have read: empty, part, or full. What it says is told in words beside it. */
export function CoverageBar({ share }: { share: Share }) {
  const style = { "--share": share.total === 0 ? 0 : share.read / share.total } as CSSProperties;
  return <span className="coverage-bar" data-extent={extentOf(share)} style={style} aria-hidden="true" />;
}
