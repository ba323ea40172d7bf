import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import type { SharingState } from "../../../shared/sharing";
import { useBridge, useWorkspace } from "../../workbench/api/parts";

/** The open folder as a member of a shared folder, kept up to date; null if it is none. */
export function useSharing(): SharingState | null {
  const bridge = useBridge();
  const folder = useStore(useWorkspace().$workspace)?.root;
  const [state, setState] = useState<SharingState | null>(null);
  useEffect(() => {
    let last = 0;
    const ask = () => {
      const mine = ++last;
      // An answer that a newer one has overtaken, or of another folder, is not shown.
      bridge.request("sharing:state", undefined).then(
        (answer) => mine === last && setState(answer),
        () => undefined,
      );
    };
    setState(null);
    if (folder !== undefined) ask();
    const stop = bridge.listen("sharing:changed", ask);
    return () => {
      last = -1;
      stop();
    };
  }, [bridge, folder]);
  return state;
}
