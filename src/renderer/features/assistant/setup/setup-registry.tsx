import { useId, useState } from "react";
import type { AgentEntry, AssistantSetup } from "../../../../shared/assistant-setup";
import { Button, LinkButton } from "../../../ui/kit/button";
import { Callout } from "../../../ui/kit/callout";
import { EmptyState } from "../../../ui/kit/empty-state";
import { TextField } from "../../../ui/kit/field";
import { Actions } from "../../../ui/kit/toolbar";
import { shortTime } from "../../../ui/time";
import { useBridge, useQuestions } from "../../../workbench/api/parts";
import { setupMessages } from "./setup-messages";
import { useWork } from "./use-work";

/** Whether the registry names the agent, and it is not installed. */
export const isOnlyListed = ({ registry, command }: AgentEntry): boolean => registry !== undefined && command === null;

/** What is asked before an agent is installed: the line that does it. */
export function installQuestion({ name, install, registry }: AgentEntry) {
  const t = setupMessages.agents;
  const more = registry === undefined ? [] : [registry.args === "" ? "" : t.startsWith(registry.args), t.foreign];
  const host = registry?.host ?? null;
  const what = host === null ? t.installDetail(install ?? "") : t.downloadDetail(host, install ?? "");
  const detail = [what, ...more].filter(Boolean).join("\n\n");
  return { title: t.installTitle(name), detail, choices: [{ id: "install", label: t.install, kind: "main" as const }] };
}

/** More agents, from the registry that the Agent Client Protocol publishes. It is read only when the user asks for it. `moved`: one may now be listed elsewhere. */
export function SetupRegistry({ setup, moved }: { setup: AssistantSetup; moved(agent: string): void }) {
  const bridge = useBridge();
  const questions = useQuestions();
  const [sought, setSought] = useState("");
  const { busy, error, run } = useWork();
  const id = useId();
  const t = setupMessages.agents;
  const { address, loadedAt } = setup.registry;
  const listed = setup.agents.filter(isOnlyListed);
  const words = sought.trim().toLocaleLowerCase();
  const shown = listed.filter(({ name, registry }) =>
    `${name} ${registry?.description ?? ""}`.toLocaleLowerCase().includes(words),
  );

  const load = async () => {
    const choices = [{ id: "load", label: t.load, kind: "main" as const }];
    if ((await questions.ask({ title: t.loadTitle, detail: t.loadDetail(address), choices })) !== null)
      await run(t.loadingList, bridge.request("assistant:load-registry", undefined));
  };
  const install = async (agent: AgentEntry) => {
    if ((await questions.ask(installQuestion(agent))) !== null)
      await run(
        t.installing,
        bridge.request("assistant:install-agent", { agent: agent.id, line: agent.install ?? "" }),
      ).then(() => moved(agent.id));
  };
  return (
    <section className="above-large" aria-labelledby={id} aria-busy={busy !== null}>
      <h3 id={id}>{t.more}</h3>
      <p className="soft">{loadedAt === null ? t.moreAbout : t.listOf(shortTime(loadedAt))}</p>
      <Button isBusy={busy !== null} onClick={() => void load()}>
        {loadedAt === null ? t.load : t.loadAgain}
      </Button>
      {error === null ? null : (
        <Callout tone="bad" role="alert">
          <p className="breaks">{error.message}</p>
          {error.hint === undefined ? null : <p className="soft breaks">{error.hint}</p>}
        </Callout>
      )}
      <div role="status">{busy === null ? null : <p className="above soft">{busy}</p>}</div>
      {listed.length > 6 ? (
        <TextField
          type="search"
          className="full above-small"
          aria-label={t.find}
          placeholder={t.find}
          value={sought}
          onChange={({ target }) => setSought(target.value)}
        />
      ) : null}
      {loadedAt !== null && shown.length === 0 ? <EmptyState heading={t.noneFound} /> : null}
      <ul>
        {shown.map((agent) => (
          <ListedAgent key={agent.id} agent={agent} isBusy={busy !== null} install={() => void install(agent)} />
        ))}
      </ul>
    </section>
  );
}

type ListedProps = { agent: AgentEntry; isBusy: boolean; install(): void };

function ListedAgent({ agent, isBusy, install }: ListedProps) {
  const bridge = useBridge();
  const t = setupMessages.agents;
  const { name, registry } = agent;
  const about = useId();
  if (registry === undefined) return null;
  const { description, licence, latest, website, host, needs } = registry;
  return (
    <li className="setup-choice card inset-large above-large" data-agent={agent.id}>
      <h4 id={about}>{latest === null ? name : `${name} ${latest}`}</h4>
      <p className="soft breaks" dir="auto">
        {description}
      </p>
      {licence === "" ? null : <p className="faint small">{t.licence(licence)}</p>}
      {agent.install === null ? <p className="faint small">{t.byWebsite}</p> : null}
      {host === null ? null : <p className="faint small breaks">{t.from(host)}</p>}
      {needs === null ? null : <p className="small">{t.needs(needs)}</p>}
      <Actions className="above-small">
        {agent.install === null || needs !== null ? null : (
          <Button isBusy={isBusy} aria-describedby={about} onClick={install}>
            {t.install}
          </Button>
        )}
        {website === null ? null : (
          <LinkButton
            aria-describedby={about}
            title={website}
            onClick={() => void bridge.request("app:open-link", website)}
          >
            {t.website}
          </LinkButton>
        )}
      </Actions>
    </li>
  );
}
