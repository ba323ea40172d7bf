import { useEffect, useRef, useState } from "react";
import { CopyIcon } from "../icons";
import { messages } from "../messages";
import { useWindow } from "../window-context";
import { IconButton } from "./button";
import { classes } from "./classes";

/** How long the button confirms the copy, in milliseconds. */
const COPIED_MS = 1600;

/** Copies a text that is computed on click, and shows a confirmation for a moment. */
export function CopyButton({ text, label }: { text(): string | Promise<string>; label: string }) {
  const { bridge, notices } = useWindow();
  const [isCopied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    await bridge.request("app:copy", await text());
    setCopied(true);
    notices.announce(messages.copied);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), COPIED_MS);
  };
  return (
    <IconButton
      className={classes("copy-button", isCopied ? "good" : "faint")}
      label={label}
      data-copied={isCopied}
      onClick={() => void copy()}
    >
      {isCopied ? <span aria-hidden="true">✓</span> : <CopyIcon />}
    </IconButton>
  );
}
