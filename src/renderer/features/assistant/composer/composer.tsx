import { useStore } from "@nanostores/react";
import { atom } from "nanostores";
import { lazy, type RefObject, Suspense, useEffect, useId, useRef, useState } from "react";
import type { Notice } from "../../../../shared/contract";
import { useEarlyComposition } from "../../../ui/early-typing";
import { Button, IconButton } from "../../../ui/kit/button";
import { Callout } from "../../../ui/kit/callout";
import { BareArea } from "../../../ui/kit/field";
import { Space } from "../../../ui/kit/toolbar";
import { useLayout, usePanelLayout } from "../../../workbench/api/parts";
import { useShell } from "../../../workbench/api/shell-context";
import { panelMessages } from "../messages";
import { picturesIn } from "../model/add-images";
import type { AskedColumn } from "../model/asking";
import { useFocusKept } from "../model/use-focus-kept";
import { usePanel } from "../model/use-panel";
import { AtIcon, SendIcon, StopIcon } from "../panel-icons";
import { AgentCommands, AgentSettings, isAgentCommand, useAgentSession } from "./agent-settings";
import { ChipRow } from "./chip-row";
import { ComparisonMeter } from "./comparison-meter";
import { type Completions, handleComposerKey } from "./composer-keys";
import { EffortChoice } from "./effort-choice";
import { MentionList } from "./mention-list";
import { isRecipient, type Mention, type MentionItem, mentionAt } from "./mentions";
import { Meter } from "./meter";
import { ModelChoice } from "./model-choice";
import { PdfPages } from "./pdf-pages";
import { QueueList } from "./queue-list";
import { ReadOnlySwitch } from "./read-only-switch";
import { RecipientRow } from "./recipient-row";
import { RequestWarning } from "./request-warning";
import { RulesNotice } from "./rules-notice";
import { ContextButton } from "./sources";
import { useMentions } from "./use-mentions";
import { useRecall } from "./use-recall";

const ToolFormMenu = lazy(() => import("../tool-form/tool-form-menu"));

/** The question field with its context chips; `/` opens the tools and `@` the mentions. */
export function Composer() {
  const panel = usePanel();
  const { notices } = useShell();
  const draft = useStore(panel.$draft);
  const running = useStore(panel.$running);
  const isBusy = [useStore(panel.$isSending), useStore(panel.pdf.$adding) !== null].includes(true);
  const error = useStore(panel.$error);
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [mention, setMention] = useState<Mention | null>(null);
  const [chosen, setChosen] = useState(0);
  const items = useMentions(mention);
  const t = panelMessages.composer;
  const asked = useAsked();
  const agent = useAgentSession();
  const isSlash = draft.text.startsWith("/") && !draft.text.startsWith("//") && !isAgentCommand(agent, draft.text);
  const hasText = draft.text.trim() !== "";
  const isChoosing = mention !== null && !isSlash && items !== null && items.length > 0;

  useFocusRequests(field);
  useFocusKept(field);

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
    const start = draft.text.slice(0, mention.from);
    // Keep the mentioned name in the text so that the sentence still reads. Recipients are not part of it.
    const before = item.insertText === "" ? start : `${start}${item.insertText} `;
    if (isRecipient(item.chip)) {
      panel.addRecipient(item.chip);
      notices.announce(asked.named(item.name, draft.recipients.length + 1));
    } else {
      panel.add(item.chip);
      notices.announce(t.added(item.name));
    }
    write(before + draft.text.slice(cursor).replace(/^ /, ""), before.length);
    field.current?.focus();
  };
  const recall = useRecall((text) => write(text));
  // The menu behind `/` may still have to load when Enter is pressed.
  const [entered, setEntered] = useState<string | null>(null);
  const send = async (now = false) => {
    if (isSlash) return setEntered(draft.text);
    if (isBusy) return;
    setMention(null);
    recall.forget();
    const isQueued = running !== null && !now && draft.recipients.length === 0;
    const sent = asked.sent(now) ?? (isQueued ? t.queued : null);
    if ((await panel.sendDraft({ now })) && sent !== null) notices.announce(sent);
  };
  const completions: Completions | null = mention && {
    count: items?.length ?? 0,
    chosen,
    move: setChosen,
    choose() {
      const item = items?.[chosen];
      if (item) choose(item);
    },
    close: () => setMention(null),
  };

  return (
    <div className="composer anchor keeps">
      {error ? <SendError error={error} /> : null}
      <QueueList leave={() => field.current?.focus()} />
      <RulesNotice leave={() => field.current?.focus()} />
      <PdfPages leave={() => field.current?.focus()} />
      {error?.code === "too_large" ? null : <RequestWarning leave={() => field.current?.focus()} />}
      {isSlash ? <AgentCommands text={draft.text} write={write} /> : null}
      {isSlash ? (
        <Suspense fallback={null}>
          <ToolFormMenu
            query={draft.text.slice(1)}
            insert={write}
            isEntered={entered === draft.text}
            taken={() => setEntered(null)}
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
        <RecipientRow leave={() => field.current?.focus()} />
        <ChipRow leave={() => field.current?.focus()}>
          <ContextButton />
        </ChipRow>
        <BareArea
          ref={field}
          className="panel-field breaks"
          rows={1}
          dir="auto"
          value={draft.text}
          aria-label={t.label}
          placeholder={asked.placeholder}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={isChoosing ? listId : undefined}
          aria-activedescendant={isChoosing ? `${listId}-${chosen}` : undefined}
          onChange={(event) => {
            recall.forget();
            type(event.target.value, event.target.selectionStart);
          }}
          onPaste={(event) => {
            const pictures = picturesIn(event.clipboardData);
            // Text that was copied with a picture of it, as from a spreadsheet, is pasted as text.
            if (pictures.length === 0 || event.clipboardData.types.includes("text/plain")) return;
            event.preventDefault();
            void panel.addFiles(pictures);
          }}
          onFocus={panel.refreshFront}
          onBlur={() => setMention(null)}
          onKeyDown={(event) => handleComposerKey(event, { completions, recall, send: (now) => void send(now) })}
        />
        <AgentSettings />
        <ComposerFoot
          canSend={hasText && !isBusy && !isSlash}
          hasText={hasText}
          mention={() => {
            const text = draft.text === "" || /\s$/.test(draft.text) ? `${draft.text}@` : `${draft.text} @`;
            type(text, text.length);
            field.current?.focus();
          }}
        />
      </form>
    </div>
  );
}

/** What the field says of whom its question goes to. */
function useAsked() {
  const { asking, $recipient, $draft } = usePanel();
  const recipient = useStore($recipient);
  const hasModel = useStore($draft).recipients.length > 0 || recipient !== null;
  const columns = useStore(asking?.$columns ?? noColumns);
  const asked = columns.filter(({ isAsked }) => isAsked);
  const [only] = asked;
  const t = panelMessages.comparison;
  const some = asked.length === 1 && only ? t.askOne(only.name) : t.askSome(asked.length, columns.length);
  const { placeholder, placeholderNoModel } = panelMessages.composer;
  const alone = hasModel ? placeholder : placeholderNoModel;
  const waiting = asked.filter(({ isRunning }) => isRunning).length;
  return {
    count: asked.length,
    /** What is said once it has been sent. */
    sent: (now: boolean) => (asking === null ? null : t.sent(asked.length, now ? 0 : waiting)),
    /** What is said once somebody has been named. */
    named: (name: string, count: number) =>
      asking === null ? panelMessages.recipients.added(name, count) : t.isAsked(name),
    placeholder: asking === null ? alone : asked.length === columns.length ? t.askAll(columns.length) : some,
  };
}

const noColumns = atom<readonly AskedColumn[]>([]);

/** Moves the focus into the field when the window asks for it, for a new conversation if that is wanted. */
function useFocusRequests(field: RefObject<HTMLTextAreaElement | null>): void {
  const panel = usePanel();
  const panelLayout = usePanelLayout();
  const conversation = useStore(panel.$conversation);
  const asked = useStore(panelLayout.$request);
  const isComposing = useEarlyComposition();
  const isReady = conversation !== null;
  useEffect(() => {
    panelLayout.composerShown(isReady);
    return () => panelLayout.composerShown(false);
  }, [isReady, panelLayout]);
  useEffect(() => {
    if (!asked || !conversation || isComposing || (asked.what !== "focus" && asked.what !== "new")) return;
    panel.$view.set("conversation");
    const typed = panelLayout.requestHandled();
    field.current?.focus();
    const write = () => typed !== "" && panel.type(panel.$draft.get().text + typed);
    if (asked.what === "new") void panel.begin().then(write);
    else write();
  }, [asked, conversation, isComposing, field, panel, panelLayout]);
}

/** Why the last question was not sent. */
function SendError({ error }: { error: Notice }) {
  const layout = useLayout();
  return (
    <Callout tone="bad" role="alert">
      <p>{error.message}</p>
      {error.hint === undefined ? null : <p className="soft">{error.hint}</p>}
      {error.code === "wrong_state" || error.code === "too_large" || error.code === "denied" ? (
        <Button onClick={layout.showSetup}>{panelMessages.turn.settings}</Button>
      ) : null}
    </Callout>
  );
}

/** The buttons below the question. `mention` begins one. */
function ComposerFoot({ canSend, hasText, mention }: { canSend: boolean; hasText: boolean; mention(): void }) {
  const panel = usePanel();
  const panelLayout = usePanelLayout();
  const running = useStore(panel.$running);
  const isStopping = useStore(panel.$stopping) === running?.id && running !== null;
  const { recipients } = useStore(panel.$draft);
  const t = panelMessages.composer;
  const asked = useAsked();
  const isToOthers = recipients.length > 0 || panel.asking !== null;
  const all = panel.asking ? asked.count : recipients.length;
  const label = all > 1 ? panelMessages.recipients.send(all) : t.send;
  const stopLabel = panel.asking ? panelMessages.comparison.stopAll : t.stop;
  return (
    <div className="composer-foot spaced-small sides-small below-small in-line">
      <IconButton label={t.add} onPointerDown={(event) => event.preventDefault()} onClick={mention}>
        <AtIcon />
      </IconButton>
      {isToOthers ? null : <ModelChoice />}
      {isToOthers ? null : <EffortChoice />}
      <ReadOnlySwitch />
      <Space />
      {panel.asking ? <ComparisonMeter asking={panel.asking} /> : isToOthers ? null : <Meter />}
      {running ? (
        <IconButton
          className="composer-stop"
          label={isStopping ? panelMessages.turn.stopping : stopLabel}
          aria-disabled={isStopping}
          onClick={() => {
            panel.stop();
            // The button goes with the answer.
            panelLayout.refocus();
          }}
        >
          <StopIcon />
        </IconButton>
      ) : null}
      {running && !hasText ? null : (
        <IconButton
          type="submit"
          className="composer-send"
          label={running && !isToOthers ? t.queue : label}
          hint={running && !isToOthers ? t.queueHint : label}
          aria-disabled={!canSend}
        >
          <SendIcon />
        </IconButton>
      )}
    </div>
  );
}
