import { lazy } from "react";
import { BackLinks } from "../features/links/back-links";
import OutlinePane from "../features/outline/outline-pane";

const OfficeOutline = lazy(() => import("../features/office/view/office-outline"));

/** The outline, with the parts that other features provide. */
export default function OutlineView() {
  return <OutlinePane BackLinks={BackLinks} OfficeOutline={OfficeOutline} />;
}
