import { newOdf } from "../odf/create";
import { odtText } from "../odf/text-xml";
import { parseSlides, type WrittenSlide } from "../slide/slide-content";

/** Creates an OpenDocument presentation with the slides of the content, at least one. */
export function createOdp(content: string): Uint8Array {
  const written = parseSlides(content);
  const slides = written.length === 0 ? [{ title: "", lines: [] }] : written;
  return newOdf({
    kind: "presentation",
    prefixes: ["office", "style", "text", "draw", "presentation", "fo", "svg"],
    automaticStyles: bullets,
    body: slides.map(pageXml).join(""),
    styles,
  });
}

const boxes = {
  title: 'svg:x="1.4cm" svg:y="0.6cm" svg:width="25.2cm" svg:height="2.6cm"',
  outline: 'svg:x="1.4cm" svg:y="3.7cm" svg:width="25.2cm" svg:height="11cm"',
};

function pageXml({ title, lines }: WrittenSlide, index: number): string {
  const points = lines
    .map(({ text, level }) => {
      const deeper = level ?? 0;
      return `<text:list text:style-name="L1">${"<text:list-item><text:list>".repeat(deeper)}<text:list-item><text:p>${odtText("text:", text)}</text:p></text:list-item>${"</text:list></text:list-item>".repeat(deeper)}</text:list>`;
    })
    .join("");
  const name = title === "" ? "" : `<text:p>${odtText("text:", title)}</text:p>`;
  return `<draw:page draw:name="page${index + 1}" draw:master-page-name="Default">${frame("title", name)}${frame("outline", points)}</draw:page>`;
}

function frame(kind: "title" | "outline", inside: string): string {
  const style = kind === "title" ? "Default-title" : "Default-outline1";
  const box = inside === "" ? "<draw:text-box/>" : `<draw:text-box>${inside}</draw:text-box>`;
  return `<draw:frame presentation:style-name="${style}" draw:layer="layout" ${boxes[kind]} presentation:class="${kind}"${inside === "" ? ' presentation:placeholder="true"' : ""}>${box}</draw:frame>`;
}

const bullets = `<text:list-style style:name="L1">${Array.from(
  { length: 9 },
  (_, level) =>
    `<text:list-level-style-bullet text:level="${level + 1}" text:bullet-char="•"><style:list-level-properties text:space-before="${(0.3 + 1.1 * level).toFixed(1)}cm" text:min-label-width="0.8cm"/></text:list-level-style-bullet>`,
).join("")}</text:list-style>`;

const font = 'fo:font-family="Liberation Sans" style:font-family-asian="Noto Sans CJK SC"';
const outlines = Array.from({ length: 9 }, (_, index) => {
  const level = index + 1;
  const size = [28, 24, 20, 18][index] ?? 18;
  const parent = index === 0 ? "" : ` style:parent-style-name="Default-outline${index}"`;
  const fill =
    index === 0
      ? '<style:graphic-properties draw:stroke="none" draw:fill="none" draw:auto-grow-height="false" draw:fit-to-size="shrink-to-fit"/>'
      : "";
  return `<style:style style:name="Default-outline${level}" style:family="presentation"${parent}>${fill}<style:paragraph-properties fo:margin-top="0.3cm"/><style:text-properties ${font} fo:font-size="${size}pt" fo:color="#1f2328"/></style:style>`;
}).join("");

const styles = `<office:styles><style:style style:name="Default-title" style:family="presentation"><style:graphic-properties draw:stroke="none" draw:fill="none" draw:textarea-vertical-align="middle"/><style:paragraph-properties fo:text-align="start"/><style:text-properties ${font} fo:font-size="36pt" fo:color="#1f2328"/></style:style>${outlines}</office:styles><office:automatic-styles><style:page-layout style:name="PM1"><style:page-layout-properties fo:margin-top="0cm" fo:margin-bottom="0cm" fo:margin-left="0cm" fo:margin-right="0cm" fo:page-width="28cm" fo:page-height="15.75cm" style:print-orientation="landscape"/></style:page-layout></office:automatic-styles><office:master-styles><draw:layer-set><draw:layer draw:name="layout"/><draw:layer draw:name="background"/><draw:layer draw:name="backgroundobjects"/><draw:layer draw:name="controls"/><draw:layer draw:name="measurelines"/></draw:layer-set><style:master-page style:name="Default" style:page-layout-name="PM1"><draw:frame presentation:style-name="Default-title" draw:layer="backgroundobjects" ${boxes.title} presentation:class="title" presentation:placeholder="true"><draw:text-box/></draw:frame><draw:frame presentation:style-name="Default-outline1" draw:layer="backgroundobjects" ${boxes.outline} presentation:class="outline" presentation:placeholder="true"><draw:text-box/></draw:frame></style:master-page></office:master-styles>`;
