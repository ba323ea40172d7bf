import { useEffect, useRef, useState } from "react";
import "./granted-list.css";
import type { ApprovalGrant } from "../../../../shared/conversation";
import { nameOf } from "../../../ui/file-paths";
import { Button } from "../../../ui/kit/button";
import { EmptyState } from "../../../ui/kit/empty-state";
import { moment } from "../../../ui/time";
import { visibleText } from "../../../ui/visible-text";
import { useBridge, useLayout, useNotices, useQuestions, useWorkspace } from "../../../workbench/api/parts";
import { setupMessages } from "./setup-messages";

/** What agents may write without asking, with buttons to revoke it. Kept up to date by main. */
export default function GrantedList() {
  const bridge = useBridge();
  const notices = useNotices();
  const questions = useQuestions();
  const workspace = useWorkspace();
  const layout = useLayout();
  const [grants, setGrants] = useState<readonly ApprovalGrant[] | "failed" | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const root = workspace.$workspace.get()?.root ?? null;
  const t = setupMessages.granted;
  const isThere = grants !== null;

  useEffect(() => {
    const stop = bridge.listen("assistant:grants-changed", setGrants);
    bridge.request("assistant:grants", undefined).then(
      (answer) => setGrants(answer.ok ? answer.grants : "failed"),
      () => setGrants("failed"),
    );
    return stop;
  }, [bridge]);

  // Opened through "Show approvals": scroll to this list and focus it.
  useEffect(() => {
    if (isThere && layout.takeSettingsPart("approvals")) {
      heading.current?.scrollIntoView({ block: "start" });
      heading.current?.focus();
    }
  }, [isThere, layout]);

  const applyAnswer = (answer: Awaited<ReturnType<typeof revokeOne>>): boolean => {
    if (answer.ok) setGrants(answer.grants);
    else notices.error(answer.error.message, { hint: answer.error.hint ?? null });
    return answer.ok;
  };
  const revokeOne = (id: string) => bridge.request("assistant:revoke", id);

  const revoke = async (grant: ApprovalGrant) => {
    if (!applyAnswer(await revokeOne(grant.id))) return;
    notices.announce(t.revoked(nameOf(grant.place.path)));
    // The button of the revoked grant is gone.
    heading.current?.focus();
  };
  const revokeAll = async (all: readonly ApprovalGrant[]) => {
    const choices = [{ id: "revoke", label: t.revokeAll, kind: "dangerous" as const }];
    const question = { title: t.revokeAllTitle, detail: t.revokeAllDetail(all.length), choices };
    if ((await questions.ask(question)) === null) return;
    for (const { id } of all) if (!applyAnswer(await revokeOne(id))) return;
    notices.announce(t.revokedAll);
    heading.current?.focus();
  };

  const list = Array.isArray(grants) ? (grants as readonly ApprovalGrant[]) : [];
  return (
    <section className="granted above-large" aria-labelledby="granted-heading">
      <div className="granted-head apart">
        <h2 id="granted-heading" ref={heading} tabIndex={-1}>
          {t.heading}
        </h2>
        {list.length > 1 ? <Button onClick={() => void revokeAll(list)}>{t.revokeAll}</Button> : null}
      </div>
      <p className="prose soft">{t.about}</p>
      {grants === "failed" ? <p role="alert">{t.failed}</p> : null}
      {Array.isArray(grants) && list.length === 0 ? <EmptyState heading={t.none}>{t.noneHint}</EmptyState> : null}
      {list.length > 0 ? (
        <ul className="lines above">
          {list.map((grant) => (
            <li key={grant.id} className="apart ends">
              <div className="breaks">
                <p>
                  <span className="strong">{t.kind[grant.kind]}</span>{" "}
                  <span className="soft" title={grant.place.path}>
                    {grant.kind === "work" || grant.kind === "tool" ? null : t[grant.place.kind]}{" "}
                    {displayPath(grant.place.path, root)}
                  </span>
                </p>
                <p className="soft small">
                  <bdi>{grant.agent === null ? t.anyAgent : visibleText(grant.agent)}</bdi>
                  {" · "}
                  {grant.conversation === null ? t.always : t.inConversation(grant.conversation.title)}
                  {" · "}
                  {t.since(moment(grant.at, new Date()))}
                </p>
              </div>
              <Button
                aria-label={t.revokeOf(t.kind[grant.kind], nameOf(grant.place.path))}
                onClick={() => void revoke(grant)}
              >
                {t.revoke}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

/** Relative to the open folder, or absolute outside it. */
function displayPath(path: string, root: string | null): string {
  if (root === null) return path;
  if (path === root) return nameOf(path);
  return path.startsWith(`${root}/`) || path.startsWith(`${root}\\`) ? path.slice(root.length + 1) : path;
}
