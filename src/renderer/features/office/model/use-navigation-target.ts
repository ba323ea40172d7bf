import { useEffect } from "react";
import type { OfficeModel } from "./office-model";
import type { NavigationTarget } from "./office-navigation";

/** The last navigation request of each model that a view has handled. */
const answered = new WeakMap<OfficeModel, number>();

/** Handles each navigation request of the model once, including one from just before the view was mounted. */
export function useNavigationTarget(model: OfficeModel, go: (wanted: NavigationTarget) => void): void {
  useEffect(
    () =>
      model.$target.subscribe((wanted) => {
        if (!wanted || wanted.round <= (answered.get(model) ?? 0)) return;
        answered.set(model, wanted.round);
        go(wanted);
      }),
    [model, go],
  );
}
