import { useEffect, useState } from "react";
import { messages } from "../../../ui/messages";

/** A text that main is asked for once, in a box that scrolls. */
export function LoadedText({ load }: { load(): Promise<string> }) {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    let isWanted = true;
    void load().then((answer) => isWanted && setText(answer));
    return () => {
      isWanted = false;
    };
    // The box is of one text.
  }, []);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by keyboard
    <pre className="code-box above-small" tabIndex={0} dir="auto">
      {text ?? messages.loading}
    </pre>
  );
}
