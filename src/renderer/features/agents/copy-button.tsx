import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/kit/button";
import { messages } from "../../ui/messages";
import { useBridge, useNotices } from "../../workbench/api/parts";

/** How long the button shows `Copied`, in milliseconds. */
const COPIED_MS = 2000;

/** A copy button that confirms on itself and to screen readers. `copy` resolves to whether it succeeded. */
export function CopyButton({ label, copy }: { label: string; copy(): Promise<boolean> }) {
  const notices = useNotices();
  const [isCopied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const run = async () => {
    if (!(await copy())) return;
    setCopied(true);
    notices.announce(messages.copied);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), COPIED_MS);
  };
  return (
    <Button aria-label={isCopied ? messages.copied : label} onClick={() => void run()}>
      {isCopied ? messages.copied : messages.copy}
    </Button>
  );
}

/**
 * Returns a function that copies a text. With `token`, main replaces the masking dots with the token, which the renderer never
 * receives.
 */
export function useCopy(): (text: string, token?: true) => Promise<boolean> {
  const bridge = useBridge();
  const notices = useNotices();
  return async (text, token) => {
    if (!token) {
      await bridge.request("app:copy", text);
      return true;
    }
    const answer = await bridge.request("agents:copy-with-token", text);
    if (!answer.ok) notices.error(answer.error.message, { hint: answer.error.hint ?? null });
    return answer.ok;
  };
}
