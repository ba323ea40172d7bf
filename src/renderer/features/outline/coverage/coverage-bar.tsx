import type { CSSProperties } from "react";
import { extentOf } from "../../../../core/markdown/reading-coverage";
import type { Share } from "./outline-coverage";
import "./coverage-bar.css";

/** So many agents have a colour and a lane of their own, as beside the text; later ones are not drawn here. */
const LANES = 4;

/**
 * How much of a section agents have read: empty, part, or full, a lane for each who has read of it, in the colour of its
 * marks beside the text. What it says is told in words beside it.
 */
export function CoverageBar({ share }: { share: Share }) {
  const lanes = share.each.slice(0, LANES).flatMap((read, place) => (read > 0 ? [{ read, place }] : []));
  return (
    <span className="coverage-bar" data-extent={extentOf(share)} aria-hidden="true">
      {lanes.length === 0 ? <span className="coverage-lane" /> : null}
      {lanes.map(({ read, place }) => (
        <span
          key={place}
          className="coverage-lane"
          data-lane={place}
          data-extent={extentOf({ ...share, read })}
          style={{ "--share": read / Math.max(1, share.total) } as CSSProperties}
        />
      ))}
    </span>
  );
}
