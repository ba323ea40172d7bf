import { useStore } from "@nanostores/react";
import { type FormEvent, useId, useState } from "react";
import type { WorkKind } from "../../../../shared/book";
import type { JobOrder, JobPlan } from "../../../../shared/book-jobs";
import { Button, LinkButton } from "../../../ui/kit/button";
import { classes } from "../../../ui/kit/classes";
import { Dialog, DialogChoices } from "../../../ui/kit/dialog";
import { Check, Select, TextField } from "../../../ui/kit/field";
import { useModal } from "../../../ui/use-modal";
import { useLayout } from "../../../workbench/api/parts";
import { LanguageField } from "../language-field";
import { bookMessages } from "../messages";
import { chaptersOf } from "../model/chapters";
import { useBook } from "../model/use-book";
import { dollars, tokens } from "./job-figures";
import { isPlannable, useAssistantSetup, useJobPlan } from "./use-job-plan";

const KINDS = ["translation", "polishing", "proofreading"] as const satisfies WorkKind[];

/** The ranges and defaults of the number fields. */
const PARAGRAPHS = { least: 1, most: 200, usual: 30 };
const AT_ONCE = { least: 1, most: 16, usual: 2 };
const CHARACTERS = 8000;

/** Chunks of a sample that is read before the job goes on. */
const SAMPLE = 3;

/** What the user types; an empty limit is none. */
type Numbers = { paragraphs: string; atOnce: string; limit: string };

const within = (text: string, { least, most, usual }: typeof PARAGRAPHS): number => {
  const value = Number.parseInt(text, 10);
  return Number.isNaN(value) ? usual : Math.max(least, Math.min(most, value));
};

/** Starts a job: kind of work, scope and model. Shows the amount of work before it starts. */
export function JobDialog() {
  const { model, jobs } = useBook();
  const shown = useStore(model.$shown);
  const dialog = useModal();
  const setup = useAssistantSetup();
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
    limit: "",
  });
  const [isSampled, setSampled] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  const t = bookMessages.jobs;
  const close = () => jobs.$isStarting.set(false);

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
  const { plan, error } = useJobPlan(order);
  const unit = plan?.estimate.cost === null ? "tokens" : "dollars";
  const limited: JobOrder = {
    ...order,
    ...(isSampled && { sample: SAMPLE }),
    ...ceilingOf(numbers.limit, unit),
  };

  const isLong = (plan?.chunks ?? 0) > SAMPLE;
  const canBegin = ready.length > 0 && isPlannable(order) && plan?.paragraphs !== 0;
  const begin = async (event: FormEvent) => {
    event.preventDefault();
    if (!canBegin || isBusy) return;
    setBusy(true);
    if (await jobs.begin(limited).finally(() => setBusy(false))) close();
  };
  const toggle = (chapter: string) => {
    const next = new Set(chapters);
    if (!next.delete(chapter)) next.add(chapter);
    setChapters(next);
  };

  return (
    <Dialog ref={dialog} className="book-dialog book-job-dialog" aria-labelledby={`${id}-title`} close={close}>
      <h2 id={`${id}-title`}>{t.heading}</h2>
      <p className="above-small soft">{t.lead}</p>
      <form className="above-large" method="dialog" onSubmit={begin}>
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
            <NoModel close={close} />
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
            <fieldset className="book-pick-chapters stack spaced-small capped card inset-small">
              <legend className="visually-hidden">{t.these}</legend>
              {chaptersOf(shown).map((chapter) => (
                <Check key={chapter.id} checked={chapters.has(chapter.id)} onChange={() => toggle(chapter.id)}>
                  {chapter.title}
                </Check>
              ))}
            </fieldset>
          )}
          <label htmlFor={`${id}-chunk`}>{t.chunk}</label>
          <NumberField
            id={`${id}-chunk`}
            range={PARAGRAPHS}
            value={numbers.paragraphs}
            change={(paragraphs) => setNumbers({ ...numbers, paragraphs })}
          />
          <label htmlFor={`${id}-once`}>{t.atOnce}</label>
          <NumberField
            id={`${id}-once`}
            range={AT_ONCE}
            value={numbers.atOnce}
            change={(atOnce) => setNumbers({ ...numbers, atOnce })}
          />
          <label htmlFor={`${id}-limit`}>{unit === "dollars" ? t.dollarLimit : t.tokenLimit}</label>
          <TextField
            id={`${id}-limit`}
            type="number"
            className="narrow"
            min={0}
            step="any"
            value={numbers.limit}
            placeholder={t.noLimit}
            onChange={({ target }) => setNumbers({ ...numbers, limit: target.value })}
          />
        </div>
        {isLong ? <SampleCheck isSampled={isSampled} change={setSampled} /> : null}
        <p className={classes("above-large", error === null ? "soft" : "bad")} role="status">
          {error ?? (plan ? planText(plan) : isPlannable(order) ? t.planning : "")}
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

function SampleCheck({ isSampled, change }: { isSampled: boolean; change(isSampled: boolean): void }) {
  return (
    <Check checked={isSampled} onChange={() => change(!isSampled)}>
      {bookMessages.jobs.sample(SAMPLE)}
    </Check>
  );
}

function NumberField(props: { id: string; range: typeof PARAGRAPHS; value: string; change(value: string): void }) {
  const { id, range, value, change } = props;
  return (
    <TextField
      id={id}
      type="number"
      className="narrow"
      min={range.least}
      max={range.most}
      value={value}
      onChange={({ target }) => change(target.value)}
    />
  );
}

/** No provider has a model, and where to set one up. */
function NoModel({ close }: { close(): void }) {
  const layout = useLayout();
  const t = bookMessages.jobs;
  return (
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
  );
}

/** Thousands of tokens, since nobody counts single ones. */
const TOKENS_PER_UNIT = 1000;

function ceilingOf(typed: string, unit: "dollars" | "tokens"): Pick<JobOrder, "ceiling"> {
  const amount = Number.parseFloat(typed) * (unit === "tokens" ? TOKENS_PER_UNIT : 1);
  return amount > 0 ? { ceiling: { unit, amount } } : {};
}

function planText({ paragraphs, chunks, done, held, acceptedStale, estimate }: JobPlan): string {
  const t = bookMessages.jobs;
  return [
    t.plan(paragraphs, chunks),
    done > 0 ? t.planDone(done) : "",
    acceptedStale > 0 ? t.acceptedStale(acceptedStale) : "",
    held > 0 ? t.inOtherTasks(held) : "",
    chunks > 0 ? t.estimate(tokens(estimate.input), tokens(estimate.output)) : "",
    chunks > 0 && estimate.cost !== null ? t.estimatedCost(dollars(estimate.cost)) : "",
  ]
    .filter((each) => each !== "")
    .join(" · ");
}
