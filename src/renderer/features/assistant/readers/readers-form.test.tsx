import { atom } from "nanostores";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { AssistantSetup } from "../../../../shared/assistant-setup";
import type { Recipient } from "../../../../shared/conversation";
import type { Shell } from "../../../workbench/api/shell";
import { ShellProvider } from "../../../workbench/api/shell-context";
import type { PanelModel } from "../model/panel-model";
import { PanelContext } from "../model/use-panel";
import ReadersForm from "./readers-form";

const agent = (id: string, command: string | null) => ({ id, name: id, command });
const setupOf = (...agents: ReturnType<typeof agent>[]) => ({ agents, providers: [] }) as unknown as AssistantSetup;

/** The markup of the form for a document in front, with what it reads of the shell and the panel. */
function markupOf(setup: AssistantSetup | null, usual: Recipient | null): string {
  const editor = { doc: "doc", $info: atom({ name: "notes.md" }) };
  const shell = { tabs: { $front: atom({ editor }) }, workspace: { $workspace: atom(null) } } as unknown as Shell;
  const panel = { $setup: atom(setup), $recipient: atom(usual) } as unknown as PanelModel;
  return renderToStaticMarkup(
    <ShellProvider shell={shell}>
      <PanelContext value={panel}>
        <ReadersForm />
      </PanelContext>
    </ShellProvider>,
  );
}

test("while the setup is loading, it is not said that there is no model", () => {
  expect(markupOf(null, null)).toContain("<p>Loading…</p>");
  expect(markupOf(setupOf(), null)).toContain("Set up a model or an agent first.");
});

test.each([
  ["the usual one is chosen", agent("anna", "anna"), "anna"],
  ["the first is chosen, if the usual one is no longer installed", agent("anna", null), "maria"],
])("%s, and all can be asked", (_, usual, chosen) => {
  const markup = markupOf(setupOf(agent("maria", "maria"), usual), { kind: "agent", agent: "anna" });
  const selected = [...markup.matchAll(/<option value="[^"]*" selected="">(maria|anna)</g)].map(([, name]) => name);
  expect(selected).toEqual([chosen, chosen, chosen]);
  expect(markup).not.toContain("disabled");
});
