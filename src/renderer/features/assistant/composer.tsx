import { useStore } from "@nanostores/react";
import { type KeyboardEvent, lazy, Suspense, useEffect, useId, useRef, useState } from "react";
import { Button, IconButton } from "../../ui/kit/button";
import { Callout } from "../../ui/kit/callout";
import { Space } from "../../ui/kit/toolbar";
import { useShell } from "../../workbench/api/shell-context";
import { ChipRow } from "./chip-row";
import { MentionList } from "./mention-list";
import { type Mention, type MentionItem, mentionAt } from "./mentions";
import { panelMessages } from "./messages";
import { Meter } from "./meter";
import { ModelChoice } from "./model-choice";
import { AtIcon, SendIcon, StopIcon } from "./panel-icons";
import { ContextButton } from "./sources";
import { useMentions } from "./use-mentions";
import { usePanel } from "./use-panel";

const ToolFormMenu = lazy(() => import("./tool-form-menu"));

/** The question field with its context chips; `/` opens the tools and `@` the mentions. */
export function Composer() {
  const panel = usePanel();
  const { panel: panelLayout, layout, notices } = useShell();
  const draft = useStore(panel.$draft);
  const conversation = useStore(panel.$conversation);
  const running = useStore(panel.$running);
  const stopping = useStore(panel.$stopping);
  const isSending = useStore(panel.$isSending);
  const error = useStore(panel.$error);
  const setup = useStore(panel.$setup);
  const asked = useStore(panelLayout.$request);
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [mention, setMention] = useState<Mention | null>(null);
  const [chosen, setChosen] = useState(0);
  /** Index of the earlier question that Up has recalled; null while the user's own draft is shown. */
  const [recalled, setRecalled] = useState<number | null>(null);
  const items = useMentions(mention);
  const t = panelMessages.composer;
  const hasModel = setup?.providers.some(({ id, model }) => id === setup.current && model !== null) === true;
  const isSlash = draft.text.startsWith("/") && !draft.text.startsWith("//");
  const isChoosing = mention !== null && !isSlash && items !== null && items.length > 0;
  const isStopping = running !== null && stopping === running.id;

  useEffect(() => {
    if (!asked || asked.what === "card" || !conversation) return;
    if (asked.what === "new") void panel.begin();
    panel.$view.set("conversation");
    field.current?.focus();
    panelLayout.requestHandled();
  }, [asked, conversation, panel, panelLayout]);

  const type = (text: string, cursor: number) => {
    panel.type(text);
    setMention(mentionAt(text, cursor));
    setChosen(0);
  };
  const write = (text: string, cursor = text.length) => {
    panel.type(text);
    setMention(null);
    requestAnimationFrame(() => {
      // Do not move the cursor if the user has typed in the meantime.
      if (field.current?.value === text) field.current.setSelectionRange(cursor, cursor);
    });
  };
  const choose = (item: MentionItem) => {
    if (!mention) return;
    const cursor = field.current?.selectionStart ?? draft.text.length;
    // Keep the mentioned name in the text so that the sentence still reads.
    const before = `${draft.text.slice(0, mention.from)}${item.insertText} `;
    panel.add(item.chip);
    notices.announce(t.added(item.name));
    write(before + draft.text.slice(cursor).replace(/^ /, ""), before.length);
    field.current?.focus();
  };
  const send = async () => {
    if (running || isSending || isSlash) return;
    setMention(null);
    setRecalled(null);
    await panel.sendDraft();
  };
  const recall = (by: 1 | -1): boolean => {
    const questions = (conversation?.turns ?? []).flatMap(({ ask }) => (ask.kind === "words" ? [ask.text] : []));
    const at = (recalled ?? questions.length) + by;
    if (at < 0 || at > questions.length) return false;
    if (recalled === null && draft.text !== "") return false;
    setRecalled(at === questions.length ? null : at);
    write(questions[at] ?? "");
    return true;
  };

  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey, nativeEvent } = event;
    // The input method handles its own keys; some report them only as key code 229.
    if (nativeEvent.isComposing || nativeEvent.keyCode === 229) return;
    const isPlain = !shiftKey && !ctrlKey && !metaKey && !altKey;
    if (mention && items && items.length > 0 && isPlain && handleMentionKey(key, items)) {
      event.preventDefault();
      return;
    }
    if (key === "Escape" && mention) {
      event.preventDefault();
      event.stopPropagation();
      setMention(null);
    } else if (key === "Enter" && !shiftKey && !altKey) {
      event.preventDefault();
      // Ignore key repeat: the key was pressed for something else.
      if (!nativeEvent.repeat) void send();
    } else if (key === "ArrowUp" && isPlain && event.currentTarget.selectionEnd === 0) {
      if (recall(-1)) event.preventDefault();
    } else if ((key === "ArrowUp" || key === "ArrowDown") && isPlain && recalled !== null) {
      if (recall(key === "ArrowUp" ? -1 : 1)) event.preventDefault();
    } else if (key === "Backspace" && isPlain && event.currentTarget.value === "") {
      const chips = event.currentTarget.closest(".composer")?.querySelectorAll<HTMLElement>(".chip button");
      const last = chips?.[chips.length - 1];
      if (!last) return;
      event.preventDefault();
      last.focus();
    }
  };
  const handleMentionKey = (key: string, found: readonly MentionItem[]): boolean => {
    const count = found.length;
    if (key === "ArrowDown") setChosen((chosen + 1) % count);
    else if (key === "ArrowUp") setChosen((chosen + count - 1) % count);
    else if (key === "Enter" || key === "Tab") {
      const item = found[chosen];
      if (item) choose(item);
    } else return false;
    return true;
  };

  return (
    <div className="composer">
      {error ? (
        <Callout tone="bad" role="alert">
          <p>{error.message}</p>
          {error.hint === undefined ? null : <p className="soft">{error.hint}</p>}
          {error.code === "wrong_state" ? (
            <Button onClick={layout.showSetup}>{panelMessages.turn.settings}</Button>
          ) : null}
        </Callout>
      ) : null}
      {isSlash ? (
        <Suspense fallback={null}>
          <ToolFormMenu
            query={draft.text.slice(1)}
            field={field}
            leave={(text) => {
              write(text);
              field.current?.focus();
            }}
          />
        </Suspense>
      ) : null}
      {mention && !isSlash ? <MentionList id={listId} items={items} chosen={chosen} choose={choose} /> : null}
      <form
        className="composer-box"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <ChipRow leave={() => field.current?.focus()}>
          <ContextButton />
        </ChipRow>
        <textarea
          ref={field}
          className="panel-field breaks"
          rows={1}
          dir="auto"
          value={draft.text}
          aria-label={t.label}
          placeholder={hasModel ? t.placeholder : t.placeholderNoModel}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={isChoosing ? listId : undefined}
          aria-activedescendant={isChoosing ? `${listId}-${chosen}` : undefined}
          onChange={(event) => {
            setRecalled(null);
            type(event.target.value, event.target.selectionStart);
          }}
          onFocus={panel.refreshFront}
          onBlur={() => setMention(null)}
          onKeyDown={handleKeyDown}
        />
        <div className="composer-foot">
          <IconButton
            label={t.add}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => {
              const text = draft.text === "" || /\s$/.test(draft.text) ? `${draft.text}@` : `${draft.text} @`;
              type(text, text.length);
              field.current?.focus();
            }}
          >
            <AtIcon />
          </IconButton>
          <ModelChoice />
          <Space />
          <Meter />
          {running ? (
            <IconButton
              className="composer-stop"
              label={isStopping ? panelMessages.turn.stopping : t.stop}
              aria-disabled={isStopping}
              onClick={panel.stop}
            >
              <StopIcon />
            </IconButton>
          ) : (
            <IconButton
              type="submit"
              className="composer-send"
              label={t.send}
              aria-disabled={draft.text.trim() === "" || isSending || isSlash}
            >
              <SendIcon />
            </IconButton>
          )}
        </div>
      </form>
    </div>
  );
}
