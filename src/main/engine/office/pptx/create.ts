import { newPackage } from "../package/package-writer";
import { parseSlides } from "../slide/slide-content";
import { newSlideXml, type SlideModel } from "./new-slide";
import { officeTheme } from "./theme";

const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const spaces = `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${office}" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"`;
const declared = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const presentationType = "application/vnd.openxmlformats-officedocument.presentationml";

/**
 * Creates a presentation with the slides of the content, at least one. The first is a title slide if it has at most one line below its
 * title.
 */
export function createPptx(content: string): Uint8Array {
  const written = parseSlides(content);
  const slides = written.length === 0 ? [{ title: "", lines: [] }] : written;
  const parts: [string, string][] = [
    [
      "[Content_Types].xml",
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${[
        ["ppt/presentation.xml", `${presentationType}.presentation.main+xml`],
        ["ppt/slideMasters/slideMaster1.xml", `${presentationType}.slideMaster+xml`],
        ["ppt/slideLayouts/slideLayout1.xml", `${presentationType}.slideLayout+xml`],
        ["ppt/slideLayouts/slideLayout2.xml", `${presentationType}.slideLayout+xml`],
        ["ppt/theme/theme1.xml", "application/vnd.openxmlformats-officedocument.theme+xml"],
        ...slides.map((_, index) => [`ppt/slides/slide${index + 1}.xml`, `${presentationType}.slide+xml`]),
      ]
        .map(([part, type]) => `<Override PartName="/${part}" ContentType="${type}"/>`)
        .join("")}</Types>`,
    ],
    ["_rels/.rels", relations([["officeDocument", "ppt/presentation.xml"]])],
    [
      "ppt/presentation.xml",
      `<p:presentation ${spaces}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst><p:sldIdLst>${slides
        .map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 3}"/>`)
        .join(
          "",
        )}</p:sldIdLst><p:sldSz cx="12192000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
    ],
    [
      "ppt/_rels/presentation.xml.rels",
      relations([
        ["slideMaster", "slideMasters/slideMaster1.xml"],
        ["theme", "theme/theme1.xml"],
        ...slides.map((_, index) => ["slide", `slides/slide${index + 1}.xml`] as const),
      ]),
    ],
    ["ppt/slideMasters/slideMaster1.xml", master],
    [
      "ppt/slideMasters/_rels/slideMaster1.xml.rels",
      relations([
        ["slideLayout", "../slideLayouts/slideLayout1.xml"],
        ["slideLayout", "../slideLayouts/slideLayout2.xml"],
        ["theme", "../theme/theme1.xml"],
      ]),
    ],
    ["ppt/slideLayouts/slideLayout1.xml", layout("title", "Title Slide", titleShapes)],
    ["ppt/slideLayouts/_rels/slideLayout1.xml.rels", relations([["slideMaster", "../slideMasters/slideMaster1.xml"]])],
    ["ppt/slideLayouts/slideLayout2.xml", layout("obj", "Title and Content", contentShapes)],
    ["ppt/slideLayouts/_rels/slideLayout2.xml.rels", relations([["slideMaster", "../slideMasters/slideMaster1.xml"]])],
    ["ppt/theme/theme1.xml", officeTheme],
  ];
  for (const [index, slide] of slides.entries()) {
    const part = `ppt/slides/slide${index + 1}.xml`;
    const isTitle = index === 0 && slides.length > 1 && slide.lines.length < 2;
    const { xml, relations: own } = newSlideXml(part, isTitle ? titleModel : contentModel, slide);
    parts.push([part, xml], [`ppt/slides/_rels/slide${index + 1}.xml.rels`, own]);
  }
  return newPackage(
    new Map(parts.map(([name, xml]) => [name, Buffer.from(xml.startsWith("<?xml") ? xml : declared + xml)])),
  );
}

const relations = (rows: readonly (readonly [type: string, target: string])[]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows
    .map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${office}/${type}" Target="${target}"/>`)
    .join("")}</Relationships>`;

const shape = (placeholder: string) => ({ placeholder, frame: "", inner: "", xml: "", paragraph: null });
const titleModel: SlideModel = {
  layout: "ppt/slideLayouts/slideLayout1.xml",
  title: shape('<p:ph type="ctrTitle"/>'),
  body: shape('<p:ph type="subTitle" idx="1"/>'),
};
const contentModel: SlideModel = {
  layout: "ppt/slideLayouts/slideLayout2.xml",
  title: shape('<p:ph type="title"/>'),
  body: shape('<p:ph idx="1"/>'),
};

type Box = { x: number; y: number; width: number; height: number };
const frame = ({ x, y, width, height }: Box): string =>
  `<a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${width}" cy="${height}"/></a:xfrm>`;
const holder = (
  number: number,
  name: string,
  placeholder: string,
  shapeProperties: string,
  body: string,
  text: string,
): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${number}" name="${name}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr>${shapeProperties === "" ? "<p:spPr/>" : `<p:spPr>${shapeProperties}</p:spPr>`}<p:txBody>${body}<a:p><a:r><a:rPr lang="en-US"/><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
const tree = (shapes: string): string =>
  `<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>${shapes}</p:spTree></p:cSld>`;
const plainBody = "<a:bodyPr/><a:lstStyle/>";

const titleShapes =
  holder(
    ...([2, "Title 1", '<p:ph type="ctrTitle"/>'] as const),
    frame({ x: 1_524_000, y: 1_122_363, width: 9_144_000, height: 2_387_600 }),
    '<a:bodyPr anchor="b"/><a:lstStyle><a:lvl1pPr algn="ctr"><a:defRPr sz="6000"/></a:lvl1pPr></a:lstStyle>',
    "Title",
  ) +
  holder(
    ...([3, "Subtitle 2", '<p:ph type="subTitle" idx="1"/>'] as const),
    frame({ x: 1_524_000, y: 3_602_038, width: 9_144_000, height: 1_655_762 }),
    '<a:bodyPr/><a:lstStyle><a:lvl1pPr marL="0" indent="0" algn="ctr"><a:buNone/><a:defRPr sz="2400"/></a:lvl1pPr></a:lstStyle>',
    "Subtitle",
  );
const contentShapes =
  holder(2, "Title 1", '<p:ph type="title"/>', "", plainBody, "Title") +
  holder(3, "Content Placeholder 2", '<p:ph idx="1"/>', "", plainBody, "Text");

const layout = (type: string, name: string, shapes: string): string =>
  `<p:sldLayout ${spaces} type="${type}" preserve="1">${tree(shapes).replace("<p:cSld>", `<p:cSld name="${name}">`)}<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>`;

const levels = Array.from({ length: 9 }, (_, level) => {
  const size = [2800, 2400, 2000, 1800][level] ?? 1800;
  return `<a:lvl${level + 1}pPr marL="${228_600 + 457_200 * level}" indent="-228600" algn="l" defTabSz="914400" rtl="0" eaLnBrk="1" latinLnBrk="0" hangingPunct="1"><a:lnSpc><a:spcPct val="90000"/></a:lnSpc><a:spcBef><a:spcPts val="${level === 0 ? 1000 : 500}"/></a:spcBef><a:buFont typeface="Arial"/><a:buChar char="&#8226;"/><a:defRPr sz="${size}" kern="1200"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill><a:latin typeface="+mn-lt"/><a:ea typeface="+mn-ea"/><a:cs typeface="+mn-cs"/></a:defRPr></a:lvl${level + 1}pPr>`;
}).join("");

const master = `<p:sldMaster ${spaces}>${tree(
  holder(
    ...([2, "Title Placeholder 1", '<p:ph type="title"/>'] as const),
    `${frame({ x: 838_200, y: 365_125, width: 10_515_600, height: 1_325_563 })}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>`,
    '<a:bodyPr vert="horz" lIns="91440" tIns="45720" rIns="91440" bIns="45720" anchor="ctr"><a:normAutofit/></a:bodyPr><a:lstStyle/>',
    "Title",
  ) +
    holder(
      ...([3, "Text Placeholder 2", '<p:ph type="body" idx="1"/>'] as const),
      `${frame({ x: 838_200, y: 1_825_625, width: 10_515_600, height: 4_351_338 })}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>`,
      '<a:bodyPr vert="horz" lIns="91440" tIns="45720" rIns="91440" bIns="45720"><a:normAutofit/></a:bodyPr><a:lstStyle/>',
      "Text",
    ),
).replace(
  "<p:cSld>",
  '<p:cSld><p:bg><p:bgRef idx="1001"><a:schemeClr val="bg1"/></p:bgRef></p:bg>',
)}<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/><p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/><p:sldLayoutId id="2147483650" r:id="rId2"/></p:sldLayoutIdLst><p:txStyles><p:titleStyle><a:lvl1pPr algn="l" defTabSz="914400" rtl="0" eaLnBrk="1" latinLnBrk="0" hangingPunct="1"><a:lnSpc><a:spcPct val="90000"/></a:lnSpc><a:spcBef><a:spcPct val="0"/></a:spcBef><a:buNone/><a:defRPr sz="4400" kern="1200"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill><a:latin typeface="+mj-lt"/><a:ea typeface="+mj-ea"/><a:cs typeface="+mj-cs"/></a:defRPr></a:lvl1pPr></p:titleStyle><p:bodyStyle>${levels}</p:bodyStyle><p:otherStyle/></p:txStyles></p:sldMaster>`;
