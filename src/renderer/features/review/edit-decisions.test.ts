import { expect, it } from "vitest";
import type { TabEditor } from "../../workbench/api/tabs";
import { createEditDecisions } from "./edit-decisions";

/** An editor in which the user types into its first suggestion while it is being saved. */
function decisions(typed: string) {
  const words = new Map([
    ["you-1.0", "A"],
    ["you-2.0", "B"],
  ]);
  const [asked, kept, shown] = [[] as unknown[], [] as unknown[], [] as string[]];
  const editor = {
    kind: "text",
    flush: async () => void words.set("you-1.0", `A${typed}`),
    hunkWords: () => new Map(words),
    keepHunks: (hunks: readonly string[], decided: ReadonlyMap<string, string>) =>
      kept.push([...hunks, decided.get("you-1.0")]),
  };
  const bridge = {
    async request(_: string, argument: unknown) {
      asked.push(argument);
      return { ok: true };
    },
  };
  const notices = { info: (message: string) => shown.push(message) };
  const decide = createEditDecisions({ bridge, notices, navigation: {} } as never);
  const keep = (...hunks: string[]) => decide("keep", "/a.md", hunks, editor as unknown as TabEditor);
  return { keep, asked, kept, shown };
}

it("a suggestion is kept with the words that were decided on", async () => {
  const { keep, asked, kept, shown } = decisions("");
  expect(await keep("you-1.0", "you-2.0")).not.toBeNull();
  expect(asked).toEqual([{ path: "/a.md", hunks: ["you-1.0", "you-2.0"] }]);
  expect(kept).toEqual([["you-1.0", "you-2.0", "A"]]);
  expect(shown).toEqual([]);
});

it("a suggestion that grew while it was being saved is not kept, and the user learns of it", async () => {
  const { keep, asked, shown } = decisions("nd");
  expect(await keep("you-1.0", "you-2.0")).not.toBeNull();
  expect(asked).toEqual([{ path: "/a.md", hunks: ["you-2.0"] }]);
  expect(shown).toHaveLength(1);
  expect(await decisions("nd").keep("you-1.0")).toBeNull();
});
