import { useEffect, useRef } from "react";
import type { OfficeModel, Wanted } from "./office-model";

/** Goes where the model's view is wanted: once for each wish, and not for those from before the view was there. */
export function useWanted(model: OfficeModel, go: (wanted: Wanted) => void): void {
  const round = useRef(model.$wanted.get()?.round ?? 0);
  useEffect(
    () =>
      model.$wanted.listen((wanted) => {
        if (!wanted || wanted.round === round.current) return;
        round.current = wanted.round;
        go(wanted);
      }),
    [model, go],
  );
}
