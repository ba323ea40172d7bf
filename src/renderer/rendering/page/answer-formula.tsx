import { useEffect, useRef, useState } from "react";

/** A formula is drawn when it has not changed for this long, in milliseconds: while an answer streams in, its end changes with each part. */
const REST_MS = 150;

/** Distance from the view at which formulas are drawn. */
const DRAW_MARGIN = "600px";

/** A formula of an answer: its source until it is drawn in the isolated frame, and if it cannot be drawn. */
export function AnswerFormula({ source, isBlock }: { source: string; isBlock: boolean }) {
  const holder = useRef<HTMLSpanElement>(null);
  const code = useRef<HTMLElement>(null);
  const [drawn, setDrawn] = useState<{ source: string; problem: string | null } | null>(null);
  useEffect(() => {
    const place = holder.current;
    const anchor = code.current;
    if (!place || !anchor) return;
    let isShown = true;
    const show = async () => {
      const [{ draw }, { showDrawing }] = await Promise.all([
        import("../../drawings/draw"),
        import("../../drawings/show-drawing"),
      ]);
      const drawing = await draw({ kind: "math", source, display: isBlock, theme: "light" });
      if (!isShown) return;
      const isFailed = drawing.status === "failed";
      place.replaceChildren(...(isFailed ? [] : [showDrawing(drawing, place.ownerDocument, source)]));
      setDrawn({ source, problem: isFailed ? drawing.message : null });
    };
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        // The source stays if the code for drawing cannot be loaded.
        void show().catch(() => undefined);
      },
      { rootMargin: DRAW_MARGIN },
    );
    const timer = setTimeout(() => observer.observe(anchor), REST_MS);
    return () => {
      isShown = false;
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [source, isBlock]);
  const current = drawn?.source === source ? drawn : null;
  const isDrawn = current !== null && current.problem === null;
  return (
    <span className={isBlock ? "answer-formula answer-maths" : "answer-formula"} dir="ltr">
      {/* Filled with the drawing, which React does not know. */}
      <span ref={holder} title={source} hidden={!isDrawn} />
      <code ref={code} title={current?.problem ?? undefined} hidden={isDrawn}>
        {source}
      </code>
    </span>
  );
}
