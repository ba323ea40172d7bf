import { useStore } from "@nanostores/react";
import { costOfQuestion, fitOf, tokensOf } from "../../../../shared/request-size";
import { Button, LinkButton } from "../../../ui/kit/button";
import { Callout } from "../../../ui/kit/callout";
import { Actions } from "../../../ui/kit/toolbar";
import { useLayout } from "../../../workbench/api/parts";
import { panelMessages } from "../messages";
import { providerOf } from "../model/recipients";
import { usePanel } from "../model/use-panel";

/** The context, in tokens, with which Ollama runs a model unless it is asked for more. */
const OLLAMA_CONTEXT = 4096;

/** What the user should know of the next request before it is sent: it does not fit, earlier turns are summarised first, or few tools go along. `leave` moves the focus to the question. */
export function RequestWarning({ leave }: { leave(): void }) {
  const panel = usePanel();
  const layout = useLayout();
  const request = useStore(panel.$request);
  const { text, recipients } = useStore(panel.$draft);
  const chips = useStore(panel.$chips);
  const running = useStore(panel.$running);
  const setup = useStore(panel.$setup);
  const recipient = useStore(panel.$recipient);
  if (!request || running || recipients.length > 0) return null;
  const t = panelMessages.size;
  const provider = providerOf(setup, recipient);
  const model = recipient?.kind === "model" ? recipient.model : "";
  const question = costOfQuestion(text);
  if (request.limit === null) {
    const tokens = tokensOf(request.cost + question);
    if (provider?.kind !== "ollama" || tokens <= OLLAMA_CONTEXT) return null;
    return (
      <p className="request-note soft small" role="status">
        {t.noLimit(model, tokens, OLLAMA_CONTEXT)} <LinkButton onClick={layout.showSetup}>{t.changeLimit}</LinkButton>
      </p>
    );
  }
  const fit = fitOf(request, question);
  if (fit === "too long") {
    return (
      <Callout tone="warn" role="status">
        <p>{t.tooLong(model, tokensOf(request.alone + question), request.limit)}</p>
        <Actions>
          {chips.length > 0 ? (
            <Button
              onClick={() => {
                panel.removeAll();
                leave();
              }}
            >
              {t.removeAll}
            </Button>
          ) : null}
          <Button onClick={layout.showSetup}>{t.changeLimit}</Button>
        </Actions>
      </Callout>
    );
  }
  if (fit === "compacts") return <p className="request-note soft small">{t.compacts}</p>;
  if (request.offer !== "core") return null;
  return (
    <p className="request-note soft small">
      {t.core(model, request.limit)} <LinkButton onClick={layout.showSetup}>{t.changeLimit}</LinkButton>
    </p>
  );
}
