import { useStore } from "@nanostores/react";
import { AnswerView } from "../../rendering/page/answer-view";
import { followAnswerLink } from "../../rendering/page/follow-answer-link";
import { useShell } from "../../workbench/api/shell-context";

/** What somebody wrote: Markdown, sanitised. `isPlain`: as in Office documents, whose comments are plain text. */
export function MessageText({ text, isPlain }: { text: string; isPlain: boolean }) {
  const shell = useShell();
  const workspace = useStore(shell.workspace.$workspace);
  if (isPlain)
    return (
      <p className="comment-text breaks pre-wrap" dir="auto">
        {text}
      </p>
    );
  return (
    <AnswerView text={text} follow={(address) => void followAnswerLink(shell, workspace?.root ?? null, address)} />
  );
}
