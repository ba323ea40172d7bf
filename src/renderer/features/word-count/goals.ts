import { atom } from "nanostores";
import type { Goal, Goals } from "../../workbench/api/feature-stores";

const LIMITS = { goals: 500, words: 10_000_000 };

/** Word goals by path; stored in the session, which drops the oldest of very many. */
export function createGoals(kept: readonly Goal[]): Goals {
  const $goals = atom<readonly Goal[]>(kept);
  return {
    $goals,
    of: (path: string | null): number | null => $goals.get().find((goal) => goal.path === path)?.words ?? null,
    handleChange(goals: readonly Goal[]): void {
      if (JSON.stringify(goals) !== JSON.stringify($goals.get())) $goals.set(goals);
    },
    set(path: string, words: number | null): void {
      const others = $goals.get().filter((goal) => goal.path !== path);
      const isGoal = words !== null && words >= 1;
      const goal = { path, words: Math.min(LIMITS.words, Math.trunc(words ?? 0)) };
      $goals.set((isGoal ? [...others, goal] : others).slice(-LIMITS.goals));
    },
  };
}
