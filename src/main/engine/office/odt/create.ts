import { newOdf } from "../odf/create";
import { textBlocks } from "../text/text-blocks";
import { odtParagraphs } from "./paragraphs";

/** Creates an OpenDocument text from Markdown text. */
export function createOdt(content: string): Uint8Array {
  const used = new Set<string>();
  const { xml, styles } = odtParagraphs(textBlocks(content), {
    text: "text:",
    table: "table:",
    style: "style:",
    fo: "fo:",
    xlink: "xlink:",
    headingStyle: (level) => `Heading_20_${level}`,
    plainStyle: "Standard",
    freeName(wanted) {
      let name = wanted;
      for (let count = 2; used.has(name); count++) name = `${wanted}${count}`;
      used.add(name);
      return name;
    },
  });
  const body = xml === "" ? `<text:p text:style-name="Standard"/>` : xml;
  return newOdf({
    kind: "text",
    prefixes: ["office", "style", "text", "table", "fo"],
    automaticStyles: styles,
    body,
    styles: `<office:styles>${stylesXml()}</office:styles><office:automatic-styles><style:page-layout style:name="Page"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm" fo:margin-top="2.5cm" fo:margin-bottom="2.5cm" fo:margin-left="2.5cm" fo:margin-right="2.5cm"/></style:page-layout></office:automatic-styles><office:master-styles><style:master-page style:name="Standard" style:page-layout-name="Page"/></office:master-styles>`,
  });
}

function stylesXml(): string {
  const heading = (level: number, size: number): string =>
    `<style:style style:name="Heading_20_${level}" style:display-name="Heading ${level}" style:family="paragraph" style:parent-style-name="Standard" style:next-style-name="Standard" style:default-outline-level="${level}" style:class="text"><style:paragraph-properties fo:margin-top="0.42cm" fo:margin-bottom="0.21cm" fo:keep-with-next="always"/><style:text-properties fo:font-weight="bold" fo:font-size="${size}pt"/></style:style>`;
  return `<style:default-style style:family="paragraph"><style:paragraph-properties fo:margin-bottom="0.25cm" fo:line-height="115%"/><style:text-properties fo:font-size="11pt" fo:font-family="'Liberation Sans', Calibri, Arial, sans-serif"/></style:default-style><style:style style:name="Standard" style:family="paragraph" style:class="text"/>${[18, 16, 14, 13, 12, 11].map((size, index) => heading(index + 1, size)).join("")}`;
}
