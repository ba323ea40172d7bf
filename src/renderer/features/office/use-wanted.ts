import { useEffect } from "react";
import type { OfficeModel, Wanted } from "./office-model";

/** The last wish of each model that a view has answered. */
const answered = new WeakMap<OfficeModel, number>();

/** Goes where the model's view is wanted, once for each wish; also for one from just before the view was there. */
export function useWanted(model: OfficeModel, go: (wanted: Wanted) => void): void {
  useEffect(
    () =>
      model.$wanted.subscribe((wanted) => {
        if (!wanted || wanted.round <= (answered.get(model) ?? 0)) return;
        answered.set(model, wanted.round);
        go(wanted);
      }),
    [model, go],
  );
}
