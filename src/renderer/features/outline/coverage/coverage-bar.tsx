import type { CSSProperties } from "react";
import { coverageLevel } from "../../../../core/markdown/line-coverage";
import type { Share } from "./outline-coverage";
import "./coverage-bar.css";

/** The number of agents with their own colour and lane, as in the editor; later agents are not drawn. */
const LANES = 4;

/** How much of a section agents have read, one lane per agent in the colour of its marks. Decoration: the text beside it says the same. */
export function CoverageBar({ share }: { share: Share }) {
  const lanes = share.each.slice(0, LANES).flatMap((read, lane) => (read > 0 ? [{ read, place: lane }] : []));
  return (
    <span className="coverage-bar" data-extent={coverageLevel(share)} aria-hidden="true">
      {lanes.length === 0 ? <span className="coverage-lane" /> : null}
      {lanes.map(({ read, place }) => (
        <span
          key={place}
          className="coverage-lane"
          data-lane={place}
          data-extent={coverageLevel({ ...share, read })}
          style={{ "--share": read / Math.max(1, share.total) } as CSSProperties}
        />
      ))}
    </span>
  );
}
