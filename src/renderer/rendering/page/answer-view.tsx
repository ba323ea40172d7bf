import { createElement, memo, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { LinkButton } from "../../ui/kit/button";
import { messages } from "../../ui/messages";
import { answerPieces } from "../answer-pieces";
import { type AnswerNode, answerTree, highlightWords } from "../answer-tree";
import { isLink, linkKind } from "../links";
import { WIKI } from "../wiki-links";
import { AnswerFormula } from "./answer-formula";
import { previewMessages } from "./messages";
import "./answer-view.css";
import { CopyButton } from "../../ui/kit/copy-button";
import { MAX_ANSWER_DEPTH } from "../../ui/limits";
import { FollowContext } from "./follow-answer-link";

/** UTF-16 units of an answer that are shown at first, and added by each click. */
const PAGE_LENGTH = 120_000;

/** Longer pieces are shown as plain text: parsing one would block the window, and no real paragraph is that long. */
const MAX_PARSED_LENGTH = 20_000;

/** Renders an answer's Markdown as React elements. It parses no HTML and loads nothing; `follow` opens its links. */
export function AnswerView({ text, follow }: { text: string; follow(address: string): void }) {
  const [shown, setShown] = useState(PAGE_LENGTH);
  const isLong = text.length > shown;
  const part = isLong ? wellCut(text, shown) : text;
  const pieces = useMemo(() => answerPieces(part), [part]);
  return (
    <FollowContext value={follow}>
      <div className="answer breaks" dir="auto">
        {pieces.map((piece, at) => (
          <Piece key={at} text={piece} />
        ))}
      </div>
      {isLong ? (
        <LinkButton onClick={() => setShown(shown + PAGE_LENGTH)}>
          {previewMessages.answer.rest(messages.size(text.length - shown))}
        </LinkButton>
      ) : null}
    </FollowContext>
  );
}

/** Do not split a surrogate pair. */
const wellCut = (text: string, at: number) => text.slice(0, /[\ud800-\udbff]/.test(text[at - 1] ?? "") ? at - 1 : at);

const Piece = memo(function Piece({ text }: { text: string }) {
  if (text.length > MAX_PARSED_LENGTH) return <p className="answer-plain pre-wrap">{text}</p>;
  return <Nodes nodes={answerTree(text)} depth={0} />;
});

function Nodes({ nodes, depth }: { nodes: readonly AnswerNode[]; depth: number }): ReactNode {
  if (depth > MAX_ANSWER_DEPTH) return nodes.map(plainText).join("");
  return nodes.map((node, at) => (typeof node === "string" ? node : <Node key={at} node={node} depth={depth} />));
}

function Node({ node, depth }: { node: Exclude<AnswerNode, string>; depth: number }): ReactNode {
  const inner = "children" in node ? <Nodes nodes={node.children} depth={depth + 1} /> : null;
  switch (node.kind) {
    case "line":
      return inner;
    case "paragraph":
      return <p>{inner}</p>;
    // One level below the question's heading: the heading levels of a model are not reliable.
    case "heading":
      return <h4 data-level={node.level}>{inner}</h4>;
    case "quote":
      return <blockquote className="quoted">{inner}</blockquote>;
    case "list":
      return node.start === null ? <ul>{inner}</ul> : <ol start={node.start}>{inner}</ol>;
    case "item":
      return <li>{inner}</li>;
    case "table":
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by keyboard
        <div className="answer-table" tabIndex={0}>
          <table>
            <tbody>{inner}</tbody>
          </table>
        </div>
      );
    case "row":
      return <tr>{inner}</tr>;
    case "cell":
      return node.isHead ? (
        <th style={{ textAlign: node.align ?? undefined }}>{inner}</th>
      ) : (
        <td style={{ textAlign: node.align ?? undefined }}>{inner}</td>
      );
    case "em":
    case "strong":
    case "del":
    case "code":
      return createElement(node.kind, null, inner);
    case "break":
      return <br />;
    case "rule":
      return <hr />;
    case "task":
      return <span className="answer-task">{node.isDone ? "☑ " : "☐ "}</span>;
    case "maths":
      return <AnswerFormula source={node.code} isBlock={node.isBlock} />;
    case "code block":
      return <CodeBlock code={node.code} language={node.language} />;
    case "link":
    case "image":
      return <AnswerLink address={node.address}>{inner}</AnswerLink>;
  }
}

const plainText = (node: AnswerNode): string =>
  typeof node === "string"
    ? node
    : "children" in node
      ? node.children.map(plainText).join("")
      : "code" in node
        ? node.code
        : "";

function AnswerLink({ address, children }: { address: string; children: ReactNode }) {
  const follow = useContext(FollowContext);
  const kind = linkKind(address);
  const isFollowed = address.startsWith(WIKI) || (isLink(address) && kind !== "data image" && kind !== "fragment");
  if (!isFollowed) return children;
  return (
    <a
      href={address}
      title={address}
      // Prevents navigation: links are opened by the handler only.
      draggable={false}
      onClick={(event) => {
        event.preventDefault();
        follow(address);
      }}
      onAuxClick={(event) => event.preventDefault()}
    >
      {children}
    </a>
  );
}

function CodeBlock({ code, language }: { code: string; language: string }) {
  const [coloured, setColoured] = useState<{ code: string; tokens: [string, string][] } | null>(null);
  useEffect(() => {
    let isShown = true;
    // No highlighting while the answer streams in: each part would highlight the whole block again.
    const timer = setTimeout(async () => {
      if (language === "" || code.length > MAX_PARSED_LENGTH) return;
      const found = await highlightWords(code, language).catch(() => null);
      if (isShown && found) setColoured({ code, tokens: found });
    }, 150);
    return () => {
      isShown = false;
      clearTimeout(timer);
    };
  }, [code, language]);
  return (
    <figure className="answer-code card">
      <figcaption className="apart line-below sides faint small">
        <span>{language}</span>
        <CopyButton text={() => code} label={previewMessages.answer.copyCode} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by keyboard */}
      <pre tabIndex={0} dir="ltr">
        <code>
          {coloured?.code === code
            ? coloured.tokens.map(([text, colour], at) => (
                <span key={at} className={colour || undefined}>
                  {text}
                </span>
              ))
            : code}
        </code>
      </pre>
    </figure>
  );
}
