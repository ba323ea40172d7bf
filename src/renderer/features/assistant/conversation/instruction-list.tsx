import { useId, useState } from "react";
import type { Approval } from "../../../../shared/conversation";
import type { AgentInstructions, InstructionFile } from "../../../../shared/model-rules";
import { Twist } from "../../../ui/kit/button";
import { Callout } from "../../../ui/kit/callout";
import { useBridge } from "../../../workbench/api/parts";
import { LoadedText } from "../composer/loaded-text";
import { panelMessages } from "../messages";
import { withError } from "../model/conversation-client";
import { usePanel } from "../model/use-panel";

/** The files that an agent would take instructions from by itself, each with its text on demand. */
export function InstructionList({
  approval,
  instructions: { files, isCut },
}: {
  approval: Approval;
  instructions: AgentInstructions;
}) {
  const t = panelMessages.instructions;
  const programs = files.filter(({ canRun }) => canRun).length;
  return (
    <>
      <p className="soft">{t.lead(approval.agent)}</p>
      {programs === 0 ? null : <Callout tone="bad">{t.programs(programs)}</Callout>}
      {isCut ? <Callout>{t.isCut(files.length)}</Callout> : null}
      <ul className="instructions" aria-label={t.list}>
        {files.map((file) => (
          <InstructionItem key={`${file.id} ${file.hash}`} file={file} approval={approval} />
        ))}
      </ul>
    </>
  );
}

function InstructionItem({ file, approval }: { file: InstructionFile; approval: Approval }) {
  const bridge = useBridge();
  const { $conversation } = usePanel();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const t = panelMessages.instructions;
  const { path, bytes, isChanged, canRun, link, problem } = file;
  const facts = [panelMessages.rules.bytes(bytes), ...(isChanged ? [panelMessages.rules.changed] : [])].join(" · ");
  const load = async (): Promise<string> => {
    const conversation = $conversation.get()?.id ?? "";
    const asked = { conversation, approval: approval.id, file: file.id, hash: file.hash };
    const answer = await withError(bridge.request("assistant:instruction-text", asked));
    return answer.ok ? answer.text : answer.error.message;
  };
  const name = (
    <>
      <bdi className="approval-name strong breaks" dir="ltr">
        {path}
      </bdi>{" "}
      <span className="soft small">{facts}</span>
      {canRun ? (
        <>
          {" "}
          <span className="instruction-mark bad small">{t.canRun}</span>
        </>
      ) : null}
    </>
  );
  return (
    <li>
      {problem === null ? (
        <Twist
          className="instruction-toggle"
          isOpen={isOpen}
          aria-controls={id}
          title={t.show}
          onClick={() => setOpen(!isOpen)}
        >
          <span>{name}</span>
        </Twist>
      ) : (
        <p>{name}</p>
      )}
      {link === null ? null : (
        <p className="small breaks">{link.isOutside ? t.linkOutside(link.to) : t.link(link.to)}</p>
      )}
      {problem === null ? null : <p className="small">{problem}</p>}
      <div id={id}>{isOpen ? <LoadedText load={load} /> : null}</div>
    </li>
  );
}
