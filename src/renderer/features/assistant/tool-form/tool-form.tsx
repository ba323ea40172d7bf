import { useStore } from "@nanostores/react";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import type { Notice } from "../../../../shared/contract";
import { isEnded, type ToolForm, type Turn } from "../../../../shared/conversation";
import { folderPath, nameOf } from "../../../ui/file-paths";
import { Button, LinkButton } from "../../../ui/kit/button";
import { Callout } from "../../../ui/kit/callout";
import { useShell } from "../../../workbench/api/shell-context";
import { usePanel } from "../model/use-panel";
import {
  argumentsOf,
  type FormValues,
  rejectedFields,
  shownFields,
  type ValueError,
  valuesOf,
} from "./tool-form-arguments";
import { ToolFormField } from "./tool-form-field";
import { type FormField, formFields } from "./tool-form-fields";
import { titleOfTool, toolFormMessages } from "./tool-form-messages";

/** The last values by tool, for the lifetime of the window. */
const lastValues = new Map<string, FormValues>();

type Props = {
  tool: ToolForm;
  /** Back to the list of tools. */
  back(): void;
  /** The tool has run; its card is in the conversation. */
  leave(): void;
};

/** The form of a tool. Validation messages appear beside their fields; a run appears as a card in the conversation. */
export function ToolFormSheet({ tool, back, leave }: Props) {
  const panel = usePanel();
  const { tabs, workspace, notices } = useShell();
  const root = useStore(workspace.$workspace)?.root ?? null;
  const fields = useMemo(() => formFields(tool.inputSchema), [tool]);
  const [values, setValues] = useState<FormValues>(() => {
    const turns = panel.$conversation.get()?.turns ?? [];
    return lastValues.get(tool.name) ?? valuesOfTurns(tool, fields, turns) ?? firstValues(fields, inFront());
  });
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map());
  const [rejection, setRejection] = useState<string | null>(null);
  const [isRunning, setRunning] = useState(false);
  const [isMore, setMore] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isThere = useRef(true);
  const id = useId();
  const t = toolFormMessages;
  const title = titleOfTool(tool);

  function inFront(): string | null {
    const path = tabs.$front.get()?.editor.$info.get().path ?? null;
    return path === null || root === null ? path : (folderPath(root, path) ?? path);
  }

  useEffect(() => {
    isThere.current = true;
    const inputs = [...(form.current?.querySelectorAll<HTMLInputElement>("[data-field]") ?? [])].filter(
      // Fields in a closed section cannot be focused.
      (input) => input.checkVisibility(),
    );
    const first = inputs.find(({ value, type }) => value === "" && type !== "checkbox") ?? inputs[0];
    (first ?? form.current?.querySelector<HTMLElement>("[type=submit]"))?.focus();
    return () => {
      isThere.current = false;
    };
  }, []);

  const shown = shownFields(fields, values);
  const needed = shown.filter(({ isRequired, only }) => isRequired || only !== null);
  const others = shown.filter(({ isRequired, only }) => !isRequired && only === null);
  const isOpen = isMore || others.some(({ name }) => (values[name] ?? "") !== "" || errors.has(name));

  const set = (name: string, value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    setRejection(null);
    if (!errors.has(name)) return;
    const left = new Map(errors);
    left.delete(name);
    setErrors(left);
  };
  const showErrors = (fieldErrors: ReadonlyMap<string, string>) => {
    setErrors(fieldErrors);
    // After the render that marks the fields.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  };

  const run = async () => {
    const read = argumentsOf(fields, values);
    if (read.status === "faulty") {
      showErrors(new Map([...read.errors].map(([name, error]) => [name, describeError(error)])));
      notices.announce(t.errors(read.errors.size));
      return;
    }
    lastValues.set(tool.name, values);
    setRunning(true);
    setRejection(null);
    setErrors(new Map());
    const outcome = await runTool(panel, tool.name, read.args);
    // The form was closed meanwhile; the conversation shows the result.
    if (!isThere.current) return;
    setRunning(false);
    if (outcome.status === "ran") {
      notices.announce(t.done(title));
      leave();
      return;
    }
    const named = outcome.status === "refused" ? rejectedFields(outcome.message, shown) : new Map<string, string>();
    setRejection(`${outcome.message} ${outcome.status === "refused" ? t.rejected : t.notStarted}`);
    if (named.size > 0) showErrors(named);
    else requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[type=submit]")?.focus());
  };

  const field = (each: FormField) => (
    <ToolFormField
      key={each.name}
      field={each}
      value={values[each.name] ?? (each.kind.enter === "flag" && each.usual === true ? "true" : "")}
      error={errors.get(each.name) ?? null}
      set={(value) => set(each.name, value)}
    />
  );

  return (
    <section className="tool-form-pane floating" aria-labelledby={`${id}-title`}>
      <form
        ref={form}
        className="tool-form spaced inset column"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (!isRunning) void run();
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || event.defaultPrevented) return;
          if (event.key === "Escape") {
            event.preventDefault();
            event.stopPropagation();
            back();
          } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            if (!isRunning) void run();
          }
        }}
      >
        <header className="tool-form-head apart">
          <h3 id={`${id}-title`}>
            {title} <code className="plain medium faint">{tool.name}</code>
          </h3>
          <LinkButton onClick={back}>{t.back}</LinkButton>
        </header>
        <details className="tool-form-about">
          <summary>{t.about}</summary>
          <p className="soft small pre-wrap" lang="en">
            {tool.description}
          </p>
        </details>
        <p className="soft small breaks">{root === null ? t.noRoot : t.root(nameOf(root))}</p>
        {needed.map(field)}
        {others.length > 0 ? (
          <details className="spread" open={isOpen} onToggle={(event) => setMore(event.currentTarget.open)}>
            <summary>{t.more(others.length)}</summary>
            {others.map(field)}
          </details>
        ) : null}
        {rejection === null ? null : (
          <Callout tone="bad" role="alert">
            {rejection}
          </Callout>
        )}
        <div className="tool-form-actions">
          <Button type="submit" kind="main" disabled={isRunning}>
            {isRunning ? t.running : t.run}
          </Button>
        </div>
      </form>
    </section>
  );
}

type Outcome = { status: "ran" } | { status: "refused" | "not started"; message: string };

/** Runs a tool through the conversation and waits for its turn to end. */
async function runTool(
  panel: ReturnType<typeof usePanel>,
  tool: string,
  args: Record<string, unknown>,
): Promise<Outcome> {
  const before = new Set(panel.$conversation.get()?.turns.map(({ id }) => id));
  const conversation = panel.$conversation.get()?.id;
  const why = await panel.runTool(tool, args);
  if (why) return { status: "not started", message: joinHint(why) };
  const turn = await new Promise<Turn | null>((resolve) => {
    let stop = () => {};
    stop = panel.$conversation.subscribe((now) => {
      // Another conversation is shown; the card appears in the original one.
      const found =
        now?.id === conversation ? now?.turns.find((each) => !before.has(each.id) && isOwn(each, tool)) : null;
      if (found === undefined || (found && !isEnded(found.state))) return;
      resolve(found);
      queueMicrotask(() => stop());
    });
  });
  const card = turn?.parts.find((part) => part.kind === "call");
  if (card?.kind !== "call" || card.state !== "refused") return { status: "ran" };
  return { status: "refused", message: (await panel.resultOf(card.id)) ?? card.summary ?? "" };
}

const isOwn = ({ ask }: Turn, tool: string): boolean => ask.kind === "tool" && ask.tool === tool;
const joinHint = ({ message, hint }: Notice): string => (hint ? `${message} ${hint}` : message);

/** The arguments of the last run in this conversation. */
function valuesOfTurns(tool: ToolForm, fields: readonly FormField[], turns: readonly Turn[]): FormValues | null {
  const ask = turns.findLast((turn) => isOwn(turn, tool.name))?.ask;
  if (ask?.kind !== "tool") return null;
  try {
    const args: unknown = JSON.parse(ask.arguments);
    return typeof args === "object" && args !== null ? valuesOf(fields, args as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** A required path defaults to the document in front. */
function firstValues(fields: readonly FormField[], front: string | null): FormValues {
  const path = fields.find(({ kind, isRequired }) => isRequired && "isPath" in kind && kind.isPath);
  return path && front !== null ? { [path.name]: front } : {};
}

function describeError(error: ValueError): string {
  const t = toolFormMessages.error;
  switch (error.error) {
    case "too small":
      return t["too small"](error.least);
    case "too big":
      return t["too big"](error.most);
    case "too many":
      return t["too many"](error.most, error.found);
    case "not JSON":
      return t["not JSON"](error.found);
    case "wrong shape":
      return t["wrong shape"](error.at, error.expected);
    default:
      return t[error.error];
  }
}
