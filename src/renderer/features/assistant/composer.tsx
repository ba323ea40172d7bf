import { useStore } from "@nanostores/react";
import { type KeyboardEvent, lazy, Suspense, useEffect, useId, useRef, useState } from "react";
import { useShell } from "../../ui/shell-context";
import { ChipRow } from "./chip-row";
import { MentionList } from "./mention-list";
import { type Mention, type MentionItem, mentionAt } from "./mentions";
import { panelWords } from "./messages";
import { Meter } from "./meter";
import { ModelChoice } from "./model-choice";
import { AtIcon, SendIcon, StopIcon } from "./panel-icons";
import { AlongButton } from "./sources";
import { useMentions } from "./use-mentions";
import { usePanel } from "./use-panel";

const ToolFormMenu = lazy(() => import("./tool-form-menu"));

/** The question field with its context chips; `/` opens the tools and `@` the mentions. */
export function Composer() {
  const panel = usePanel();
  const { panel: place, layout, notices } = useShell();
  const draft = useStore(panel.$draft);
  const conversation = useStore(panel.$conversation);
  const running = useStore(panel.$running);
  const stopping = useStore(panel.$stopping);
  const isSending = useStore(panel.$isSending);
  const trouble = useStore(panel.$trouble);
  const setup = useStore(panel.$setup);
  const asked = useStore(place.$asked);
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [mention, setMention] = useState<Mention | null>(null);
  const [chosen, setChosen] = useState(0);
  /** Index of the earlier question that Up has recalled; null while the user's own draft is shown. */
  const [recalled, setRecalled] = useState<number | null>(null);
  const items = useMentions(mention);
  const say = panelWords.composer;
  const hasModel = setup?.providers.some(({ id, model }) => id === setup.current && model !== null) === true;
  const isSlash = draft.text.startsWith("/") && !draft.text.startsWith("//");
  const isChoosing = mention !== null && !isSlash && items !== null && items.length > 0;
  const isStopping = running !== null && stopping === running.id;

  useEffect(() => {
    if (!asked || asked.what === "card" || !conversation) return;
    if (asked.what === "new") void panel.begin();
    panel.$view.set("conversation");
    field.current?.focus();
    place.taken();
  }, [asked, conversation, panel, place]);

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
    const before = `${draft.text.slice(0, mention.from)}${item.kept} `;
    panel.add(item.chip);
    notices.announce(say.added(item.name));
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

  const pressed = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey, nativeEvent } = event;
    // The input method handles its own keys; some report them only as key code 229.
    if (nativeEvent.isComposing || nativeEvent.keyCode === 229) return;
    const isPlain = !shiftKey && !ctrlKey && !metaKey && !altKey;
    if (mention && items && items.length > 0 && isPlain && mentionKey(key, items)) {
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
  const mentionKey = (key: string, found: readonly MentionItem[]): boolean => {
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
      {trouble ? (
        <div className="composer-trouble" role="alert">
          <p>{trouble.message}</p>
          {trouble.hint === undefined ? null : <p className="turn-hint">{trouble.hint}</p>}
          {trouble.code === "wrong_state" ? (
            <button type="button" className="button" onClick={layout.showSetup}>
              {panelWords.turn.settings}
            </button>
          ) : null}
        </div>
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
          <AlongButton />
        </ChipRow>
        <textarea
          ref={field}
          className="panel-field"
          rows={1}
          dir="auto"
          value={draft.text}
          aria-label={say.label}
          placeholder={hasModel ? say.placeholder : say.placeholderNoModel}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={isChoosing ? listId : undefined}
          aria-activedescendant={isChoosing ? `${listId}-${chosen}` : undefined}
          onChange={(event) => {
            setRecalled(null);
            type(event.target.value, event.target.selectionStart);
          }}
          onFocus={panel.look}
          onBlur={() => setMention(null)}
          onKeyDown={pressed}
        />
        <div className="composer-foot">
          <button
            type="button"
            className="icon-button"
            aria-label={say.add}
            title={say.add}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => {
              const text = draft.text === "" || /\s$/.test(draft.text) ? `${draft.text}@` : `${draft.text} @`;
              type(text, text.length);
              field.current?.focus();
            }}
          >
            <AtIcon />
          </button>
          <ModelChoice />
          <span className="composer-space" />
          <Meter />
          {running ? (
            <button
              type="button"
              className="icon-button composer-stop"
              aria-label={isStopping ? panelWords.turn.stopping : say.stop}
              title={isStopping ? panelWords.turn.stopping : say.stop}
              aria-disabled={isStopping}
              onClick={panel.stop}
            >
              <StopIcon />
            </button>
          ) : (
            <button
              type="submit"
              className="icon-button composer-send"
              aria-label={say.send}
              title={say.send}
              aria-disabled={draft.text.trim() === "" || isSending || isSlash}
            >
              <SendIcon />
            </button>
          )}
        </div>
      </form>
    </div>
  );
}
