import type { ReactNode } from "react";
import type { ShownThread } from "../../../../shared/comments";
import type { OfficeParagraph, OfficeShape, OfficeSlide } from "../../../../shared/office";
import { ThreadNote } from "../document/part-threads";
import { Unshown } from "../document/run-view";
import { officeMessages } from "../messages";

type CardProps = {
  slide: OfficeSlide;
  view(paragraph: OfficeParagraph): ReactNode;
  /** The open comments on it. */
  threads: readonly ShownThread[];
  isProtected: boolean;
};

/** A slide: its shapes, and its notes below them. */
export function SlideCard({ slide, view, threads, isProtected }: CardProps) {
  const t = officeMessages;
  const { number, title, isHidden, shapes, notes } = slide;
  return (
    <article className="office-slide" aria-label={t.slide(number, title)} data-hidden={isHidden}>
      <header className="office-slide-head ui-font faint in-line">
        <span className="office-slide-number">{number}</span>
      </header>
      {isHidden || isProtected ? (
        <p className="ui-font in-line below-small">
          {isHidden ? <span className="office-chip pill clip soft small">{t.hiddenSlide}</span> : null}
          {isProtected ? <span className="office-chip pill clip soft small">{t.protectedFromAgents}</span> : null}
        </p>
      ) : null}
      {threads.length > 0 ? (
        <div className="office-slide-threads below-small">
          {threads.map((thread) => (
            <ThreadNote key={thread.thread} thread={thread} />
          ))}
        </div>
      ) : null}
      <div>
        {shapes.map((shape) => (
          <ShapeView key={shape.id} shape={shape} view={view} />
        ))}
        {shapes.length === 0 ? <p className="faint small">{t.emptySlide}</p> : null}
      </div>
      {notes.length > 0 ? (
        <section className="office-slide-notes soft" aria-label={t.notes}>
          <p className="office-part ui-font faint small">{t.notes}</p>
          {notes.map(view)}
        </section>
      ) : null}
    </article>
  );
}

function ShapeView({ shape, view }: { shape: OfficeShape; view(paragraph: OfficeParagraph): ReactNode }) {
  const { role, name, paragraphs, image, unshown } = shape;
  if (role === "image" && image)
    return (
      <figure className="office-slide-image below">
        {image.url === null ? (
          <Unshown what="image" name={image.alt} />
        ) : (
          <img src={image.url} alt={image.alt || name} />
        )}
        <figcaption className="faint ui-font small">
          {image.alt === "" ? officeMessages.noAlt(name) : image.alt}
        </figcaption>
      </figure>
    );
  if (role === "table") {
    const rows = Map.groupBy(paragraphs, ({ cell }) => cell?.row ?? 0);
    return (
      <table className="office-slide-table above-small below-small" aria-label={name}>
        <tbody>
          {[...rows].map(([row, inside]) => (
            <tr key={row}>
              {[...Map.groupBy(inside, ({ cell }) => cell?.column ?? 0)].map(([column, own]) => (
                <td key={column} colSpan={own[0]?.cell?.columnSpan ?? 1} rowSpan={own[0]?.cell?.rowSpan ?? 1}>
                  {own.map(view)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    );
  }
  return (
    <div className="office-shape" data-role={role}>
      {paragraphs.map(view)}
      {unshown ? <Unshown what={unshown} name={name} /> : null}
    </div>
  );
}
