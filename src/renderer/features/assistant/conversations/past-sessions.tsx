import { useState } from "react";
import type { AgentPastSession } from "../../../../shared/conversation";
import { Button } from "../../../ui/kit/button";
import { ListButton } from "../../../ui/kit/list";
import { moment } from "../../../ui/time";
import { useBridge, useNotices, usePanelLayout } from "../../../workbench/api/parts";
import { panelMessages } from "../messages";
import { withError } from "../model/conversation-client";
import { usePanel } from "../model/use-panel";

type Loaded = "nothing" | "loading" | AgentPastSession[] | null;

/** Sessions that the agent knows from elsewhere; the one that is picked is continued by the next question. They are asked for on a click, which starts the agent. */
export function PastSessions({ agent }: { agent: string }) {
  const { $conversation } = usePanel();
  const bridge = useBridge();
  const notices = useNotices();
  const panelLayout = usePanelLayout();
  const [sessions, setSessions] = useState<Loaded>("nothing");
  const [chosen, setChosen] = useState<string | null>(null);
  const t = panelMessages.past;
  const conversation = () => $conversation.get()?.id ?? "";

  const load = async () => {
    setSessions("loading");
    const answer = await withError(bridge.request("assistant:agent-sessions", conversation()));
    setSessions(answer.ok ? answer.sessions : "nothing");
    if (!answer.ok) notices.error(answer.error.message, { hint: answer.error.hint ?? null });
  };
  const choose = async ({ id: session, title }: AgentPastSession) => {
    const asked = { conversation: conversation(), session, title: title || t.untitled };
    const answer = await withError(bridge.request("assistant:continue-session", asked));
    if (!answer.ok) {
      notices.error(answer.error.message, { hint: answer.error.hint ?? null });
      return;
    }
    setChosen(session);
    notices.announce(t.chosen);
    panelLayout.open("focus");
  };

  if (sessions === "nothing" || sessions === "loading") {
    return (
      <div className="stack spaced start above">
        <Button isBusy={sessions === "loading"} onClick={() => void load()}>
          {sessions === "loading" ? t.loading(agent) : t.show(agent)}
        </Button>
      </div>
    );
  }
  if (sessions === null || sessions.length === 0)
    return (
      <p className="soft" role="status">
        {sessions === null ? t.unlisted(agent) : t.none(agent)}
      </p>
    );
  if (chosen !== null)
    return (
      <p role="status">
        <span className="strong breaks">{sessions.find(({ id }) => id === chosen)?.title || t.untitled}</span>
        <br />
        <span className="soft">{t.chosen}</span>
      </p>
    );
  return (
    <section className="past-sessions full" aria-label={t.list(agent)}>
      <h4 className="soft small">{t.list(agent)}</h4>
      <ul className="capped above-small">
        {sessions.map((session) => (
          <li key={session.id}>
            <ListButton onClick={() => void choose(session)}>
              <span className="clip grow">{session.title || t.untitled}</span>{" "}
              <span className="soft small">
                {session.updatedAt === null ? "" : moment(session.updatedAt, new Date())}
              </span>
            </ListButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
