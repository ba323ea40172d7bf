import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import type { ModelRule } from "../../../../shared/model-rules";
import { Button } from "../../../ui/kit/button";
import { Callout } from "../../../ui/kit/callout";
import { Actions } from "../../../ui/kit/toolbar";
import { useNotices } from "../../../workbench/api/parts";
import { panelMessages } from "../messages";
import { usePanel } from "../model/use-panel";
import { LoadedText } from "./loaded-text";

/** Asks whether rules and skills that the user has not seen, or that have changed, are used. `leave` moves the focus to the question. */
export function RulesNotice({ leave }: { leave(): void }) {
  const panel = usePanel();
  const notices = useNotices();
  const rules = useStore(panel.rules.$rules);
  const [isShown, setShown] = useState(false);
  // Another program may have changed the files.
  useEffect(() => {
    window.addEventListener("focus", panel.rules.refresh);
    return () => window.removeEventListener("focus", panel.rules.refresh);
  }, [panel]);
  const t = panelMessages.rules;
  const open = rules.filter(({ use }) => use === "undecided");
  const usable = open.filter(({ problem }) => problem === null);
  if (open.length === 0) return null;
  const heading =
    usable.length === 0
      ? t.heading.unusable
      : open.every(({ isChanged }) => isChanged)
        ? t.heading.changed
        : t.heading[open.some(({ origin }) => origin === "folder") ? "folder" : "user"];
  const decide = (use: "yes" | "later") => {
    setShown(false);
    leave();
    if (use === "yes") {
      notices.announce(t.used(usable.map(({ name }) => name).join(", ")));
      // What cannot be used has been shown.
      void panel.rules.decide(usable, "yes").then(() => panel.rules.decide(without(open, usable), "later"));
    } else void panel.rules.decide(open, "later");
  };
  return (
    <Callout role="status" aria-label={heading}>
      <p className="strong">{heading}</p>
      <ul className="stack capped" aria-label={t.list}>
        {open.map((rule) => (
          <RuleItem key={`${rule.id} ${rule.hash}`} rule={rule} isShown={isShown} />
        ))}
      </ul>
      {usable.length === 0 ? null : <p className="soft small">{t.lead}</p>}
      <Actions>
        {usable.length === 0 ? null : (
          <>
            <Button onClick={() => decide("yes")}>{t.use}</Button>
            <Button aria-expanded={isShown} onClick={() => setShown(!isShown)}>
              {isShown ? t.hide : t.show}
            </Button>
          </>
        )}
        <Button onClick={() => decide("later")}>{t.later}</Button>
      </Actions>
    </Callout>
  );
}

const without = (all: readonly ModelRule[], some: readonly ModelRule[]): ModelRule[] =>
  all.filter((each) => !some.includes(each));

function RuleItem({ rule, isShown }: { rule: ModelRule; isShown: boolean }) {
  const { rules } = usePanel();
  const t = panelMessages.rules;
  const size = t.bytes(rule.bytes);
  const facts = [
    rule.kind === "skill" ? t.skill(size) : t.rules(size),
    ...(rule.isCut ? [t.cut(t.bytes(16 * 1024))] : []),
    ...(rule.isChanged ? [t.changed] : []),
  ];
  return (
    <li>
      <span className="strong breaks">{rule.kind === "skill" ? rule.name : rule.path}</span>{" "}
      <span className="soft small breaks">
        {facts.join(" · ")}
        {rule.kind === "skill" ? ` · ${rule.path}` : ""}
      </span>
      {rule.problem === null ? null : <p className="above-small small">{rule.problem.message}</p>}
      {rule.description === "" ? null : <p className="above-small small clip-lines">{rule.description}</p>}
      {isShown && rule.problem === null ? <LoadedText load={() => rules.text(rule)} /> : null}
    </li>
  );
}
