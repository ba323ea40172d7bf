import { useStore } from "@nanostores/react";
import { QuietButton } from "../../../ui/kit/button";
import { useBridge, useNotices } from "../../../workbench/api/parts";
import { panelMessages } from "../messages";
import { withError } from "../model/conversation-client";
import { usePanel } from "../model/use-panel";
import { ReadingIcon } from "../panel-icons";

/** Whether whoever answers in this conversation may only read. */
export function ReadOnlySwitch() {
  const panel = usePanel();
  const bridge = useBridge();
  const notices = useNotices();
  const conversation = useStore(panel.$conversation);
  const t = panelMessages.readOnly;
  if (conversation === null) return null;
  const { id, isReadOnly = false } = conversation;
  const change = async () => {
    const answer = await withError<object>(
      bridge.request("assistant:set-read-only", { conversation: id, isReadOnly: !isReadOnly }),
    );
    if (answer.ok) notices.announce(isReadOnly ? t.off : t.on);
    else notices.error(answer.error.message, { hint: answer.error.hint ?? null });
  };
  return (
    <QuietButton
      className="read-only-switch in-line"
      aria-pressed={isReadOnly}
      aria-label={t.label}
      title={t.about}
      onClick={() => void change()}
    >
      <ReadingIcon />
      {isReadOnly ? <span aria-hidden="true">{t.label}</span> : null}
    </QuietButton>
  );
}
