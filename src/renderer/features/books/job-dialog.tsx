import { useStore } from "@nanostores/react";
import { type FormEvent, useEffect, useId, useState } from "react";
import type { AssistantSetup } from "../../../shared/assistant-setup";
import type { JobOrder, JobPlan, WorkKind } from "../../../shared/book";
import { Button, LinkButton } from "../../ui/kit/button";
import { Dialog, DialogChoices } from "../../ui/kit/dialog";
import { Check, Select, TextField } from "../../ui/kit/field";
import { useModal } from "../../ui/use-modal";
import { useShell } from "../../workbench/api/shell-context";
import { chaptersOf } from "./chapters";
import { LanguageField } from "./language-field";
import { bookMessages } from "./messages";
import { useBook } from "./use-book";

const KINDS = ["translation", "polishing", "proofreading"] as const satisfies WorkKind[];

/** Debounce of the plan request, in milliseconds. */
const DEBOUNCE_MS = 250;

/** The ranges and defaults of the number fields. */
const PARAGRAPHS = { least: 1, most: 200, usual: 30 };
const AT_ONCE = { least: 1, most: 16, usual: 2 };
const CHARACTERS = 8000;

type Numbers = { paragraphs: string; atOnce: string };

const within = (text: string, { least, most, usual }: typeof PARAGRAPHS): number => {
  const value = Number.parseInt(text, 10);
  return Number.isNaN(value) ? usual : Math.max(least, Math.min(most, value));
};

/** Starts a job: kind of work, scope and model. Shows the amount of work before it starts. */
export function JobDialog() {
  const { model, jobs } = useBook();
  const { bridge, layout } = useShell();
  const shown = useStore(model.$shown);
  const dialog = useModal();
  const [setup, setSetup] = useState<AssistantSetup | null>(null);
  const [kind, setKind] = useState<WorkKind>("translation");
  const [from, setFrom] = useState("");
  // The book's language until the user chooses one; it may still be loading.
  const [ownInto, setInto] = useState<string | null>(null);
  const into = ownInto ?? shown.language;
  const [provider, setProvider] = useState("");
  const [isWhole, setWhole] = useState(true);
  const [chapters, setChapters] = useState<ReadonlySet<string>>(new Set([model.$chapter.get() ?? ""]));
  const [numbers, setNumbers] = useState<Numbers>({
    paragraphs: String(PARAGRAPHS.usual),
    atOnce: String(AT_ONCE.usual),
  });
  const [plan, setPlan] = useState<JobPlan | null>(null);
  const [why, setWhy] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  const t = bookMessages.jobs;
  const close = () => jobs.$isStarting.set(false);

  useEffect(() => {
    void bridge.request("assistant:setup", undefined).then(setSetup);
    return bridge.listen("assistant:setup-changed", setSetup);
  }, [bridge]);

  const ready = setup?.providers.filter((each) => each.model !== null) ?? [];
  const chosen = ready.find((each) => each.id === provider);
  const order: JobOrder = {
    book: model.book,
    kind,
    sourceLanguage: from.trim(),
    language: into.trim(),
    provider: chosen?.id ?? null,
    model: chosen?.model ?? null,
    chapters: isWhole ? null : [...chapters],
    chunk: { paragraphs: within(numbers.paragraphs, PARAGRAPHS), characters: CHARACTERS },
    atOnce: within(numbers.atOnce, AT_ONCE),
  };
  const asked = JSON.stringify(order);
  useEffect(() => {
    let isShown = true;
    setPlan(null);
    const wanted: JobOrder = JSON.parse(asked);
    if (wanted.language === "" || wanted.chapters?.length === 0) return;
    const timer = setTimeout(async () => {
      const answer = await jobs.plan(wanted);
      if (!isShown) return;
      setWhy(answer.ok ? null : [answer.error.message, answer.error.hint].filter(Boolean).join(" "));
      setPlan(answer.ok ? answer.plan : null);
    }, DEBOUNCE_MS);
    return () => {
      isShown = false;
      clearTimeout(timer);
    };
  }, [asked, jobs]);

  const canBegin = ready.length > 0 && order.language !== "" && order.chapters?.length !== 0 && plan?.paragraphs !== 0;
  const begin = async (event: FormEvent) => {
    event.preventDefault();
    if (!canBegin || isBusy) return;
    setBusy(true);
    if (await jobs.begin(order).finally(() => setBusy(false))) close();
  };
  const toggle = (chapter: string) => {
    const next = new Set(chapters);
    if (!next.delete(chapter)) next.add(chapter);
    setChapters(next);
  };

  return (
    <Dialog ref={dialog} className="book-dialog book-job-dialog" aria-labelledby={`${id}-title`} close={close}>
      <h2 id={`${id}-title`}>{t.heading}</h2>
      <p className="book-lead soft">{t.lead}</p>
      <form method="dialog" onSubmit={begin}>
        <div className="book-fields">
          <label htmlFor={`${id}-kind`}>{t.kind}</label>
          <Select id={`${id}-kind`} value={kind} onChange={({ target }) => setKind(target.value as WorkKind)}>
            {KINDS.map((each) => (
              <option key={each} value={each}>
                {bookMessages.tasks.kinds[each]}
              </option>
            ))}
          </Select>
          <span>{t.from}</span>
          <LanguageField label={t.from} value={from} change={setFrom} placeholder={t.fromAny} />
          <span>{t.into}</span>
          <LanguageField label={t.into} value={into} change={setInto} />
          <span>{t.model}</span>
          {setup !== null && ready.length === 0 ? (
            <p className="book-no-model">
              {t.noModel}{" "}
              <LinkButton
                onClick={() => {
                  close();
                  layout.showSetup();
                }}
              >
                {t.setUp}
              </LinkButton>
            </p>
          ) : (
            <Select aria-label={t.model} value={provider} onChange={({ target }) => setProvider(target.value)}>
              <option value="">{t.panelModel}</option>
              {ready.map((each) => (
                <option key={each.id} value={each.id}>
                  {t.model_(each.name, each.model ?? "")}
                </option>
              ))}
            </Select>
          )}
          <label htmlFor={`${id}-what`}>{t.what}</label>
          <Select
            id={`${id}-what`}
            value={isWhole ? "whole" : "these"}
            onChange={({ target }) => setWhole(target.value === "whole")}
          >
            <option value="whole">{t.wholeBook}</option>
            <option value="these">{t.these}</option>
          </Select>
          {isWhole ? null : (
            <fieldset className="book-pick-chapters">
              <legend className="heard-only">{t.these}</legend>
              {chaptersOf(shown).map((chapter) => (
                <Check key={chapter.id} checked={chapters.has(chapter.id)} onChange={() => toggle(chapter.id)}>
                  {chapter.title}
                </Check>
              ))}
            </fieldset>
          )}
          <label htmlFor={`${id}-chunk`}>{t.chunk}</label>
          <TextField
            id={`${id}-chunk`}
            type="number"
            min={PARAGRAPHS.least}
            max={PARAGRAPHS.most}
            value={numbers.paragraphs}
            onChange={({ target }) => setNumbers({ ...numbers, paragraphs: target.value })}
          />
          <label htmlFor={`${id}-once`}>{t.atOnce}</label>
          <TextField
            id={`${id}-once`}
            type="number"
            min={AT_ONCE.least}
            max={AT_ONCE.most}
            value={numbers.atOnce}
            onChange={({ target }) => setNumbers({ ...numbers, atOnce: target.value })}
          />
        </div>
        <p className="book-plan soft" role="status" data-bad={why !== null}>
          {why ??
            (plan === null
              ? order.language === "" || order.chapters?.length === 0
                ? ""
                : t.planning
              : [
                  t.plan(plan.paragraphs, plan.chunks),
                  plan.done > 0 ? t.planDone(plan.done) : "",
                  plan.held > 0 ? t.inOtherTasks(plan.held) : "",
                ]
                  .filter((each) => each !== "")
                  .join(" · "))}
        </p>
        <DialogChoices>
          <Button type="submit" kind="main" disabled={!canBegin || isBusy}>
            {t.begin}
          </Button>
          <Button onClick={close}>{bookMessages.cancel}</Button>
        </DialogChoices>
      </form>
    </Dialog>
  );
}
