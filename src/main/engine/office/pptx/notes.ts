import { posix } from "node:path";
import { escapedAttribute } from "../../../../core/text/escape-xml";
import { ToolError } from "../../ports/tool-error";
import { packageEdits, prefixFor, rootOf } from "../package/package-edit";
import { relationsOf } from "../package/package-parts";
import { editPart, elementsIn, prefixOf } from "../package/splice-xml";
import { namespacesOf } from "../package/strict";
import type { ZipPackage } from "../package/zip";
import type { SlideLine } from "../slide/slide-content";
import { type SlidePart, slideParts } from "./read";
import { pptxElements } from "./slides";
import { officeTheme } from "./theme";
import { runsXml, setLines } from "./write-text";

const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const spaces = `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${office}" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"`;
const type = "application/vnd.openxmlformats-officedocument.presentationml";

/** Writes the notes of a slide. A page of notes, and the master that it needs, are added where there are none. */
export function setPptxNotes(
  zip: ZipPackage,
  slide: SlidePart,
  lines: readonly SlideLine[],
): Map<string, Uint8Array | null> {
  const part = slide.notes === null ? null : editPart(zip, slide.notes);
  if (part === null) {
    if (lines.every(({ text }) => text === "")) return new Map();
    return addNotes(zip, slide, lines);
  }
  const shapes = pptxElements(part.xml, "p:sp");
  const body = shapes.find((shape) =>
    elementsIn(shape, "p:nvSpPr")
      .flatMap((each) => elementsIn(each, "p:nvPr"))
      .flatMap((each) => elementsIn(each, "p:ph"))
      .some(({ attributes }) => attributes["type"] === "body"),
  );
  const paragraphs = (body === undefined ? [] : elementsIn(body, "p:txBody")).flatMap((each) =>
    elementsIn(each, "a:p"),
  );
  if (paragraphs.length > 0) setLines(part, paragraphs, lines);
  else {
    const [tree] = pptxElements(part.xml, "p:spTree");
    if (tree === undefined || tree.isEmpty || prefixOf(part.xml, tree) !== "p:" || !part.xml.includes("xmlns:a="))
      throw new ToolError("unsupported", `the notes of this slide (${slide.notes}) have no text that could be set`, {
        hint: "Open and save the presentation in an office program, then try again.",
      });
    const number = Math.max(
      1,
      ...pptxElements(part.xml, "p:cNvPr").map(({ attributes }) => Number(attributes["id"]) || 0),
    );
    const at = elementsIn(tree, "p:extLst")[0]?.from ?? tree.insideTo;
    part.splice(at, at, textShape(number + 1, lines));
  }
  const bytes = part.bytes();
  return bytes === null ? new Map() : new Map([[part.name, bytes]]);
}

function addNotes(zip: ZipPackage, slide: SlidePart, lines: readonly SlideLine[]): Map<string, Uint8Array | null> {
  const { main } = slideParts(zip);
  const edits = packageEdits(zip);
  const translate = namespacesOf(zip);
  const known = relationsOf(zip, main).find(({ type: kind }) => kind === "notesMaster")?.target;
  const master = known ?? addMaster(main, edits, translate);
  const folder = posix.join(posix.dirname(main), "notesSlides");
  const { name } = edits.add({
    from: slide.part,
    name: `${folder}/notesSlide1.xml`,
    relation: `${office}/notesSlide`,
    type: `${type}.notesSlide+xml`,
    xml: `<p:notes ${spaces}><p:cSld><p:spTree>${group}${imageShape}${textShape(3, lines)}</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:notes>`,
  });
  const parts = edits.changed();
  const target = (to: string): string => escapedAttribute(posix.relative(folder, to));
  const related = [
    ["notesMaster", target(master)],
    ["slide", target(slide.part)],
  ].map(([kind, to], index) => `<Relationship Id="rId${index + 1}" Type="${office}/${kind}" Target="${to}"/>`);
  const relations = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${related.join("")}</Relationships>`;
  parts.set(`${folder}/_rels/${posix.basename(name)}.rels`, Buffer.from(translate(relations)));
  return parts;
}

/** Adds the master of notes with a theme of its own, and names it in the presentation. Returns its part. */
function addMaster(main: string, edits: ReturnType<typeof packageEdits>, translate: (xml: string) => string): string {
  const folder = posix.dirname(main);
  const { name, id } = edits.add({
    from: main,
    name: posix.join(folder, "notesMasters/notesMaster1.xml"),
    relation: `${office}/notesMaster`,
    type: `${type}.notesMaster+xml`,
    xml: notesMaster,
  });
  edits.add({
    from: name,
    name: posix.join(folder, "theme/theme1.xml"),
    relation: `${office}/theme`,
    type: "application/vnd.openxmlformats-officedocument.theme+xml",
    xml: officeTheme,
  });
  const presentation = edits.part(main);
  const [after] = presentation === null ? [] : pptxElements(presentation.xml, "p:sldMasterIdLst");
  if (presentation === null || after === undefined)
    throw new ToolError("unsupported", "this presentation has no master to which notes could be added");
  const prefix = prefixOf(presentation.xml, after);
  const namespace = translate(office);
  const relation = prefixFor(presentation.xml, rootOf(presentation), namespace);
  const named = relation === null ? `xmlns:r="${namespace}" r:id="${id}"` : `${relation}id="${id}"`;
  presentation.splice(
    after.to,
    after.to,
    `<${prefix}notesMasterIdLst><${prefix}notesMasterId ${named}/></${prefix}notesMasterIdLst>`,
  );
  return name;
}

const group = `<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>`;
const imageShape = `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Slide Image Placeholder 1"/><p:cNvSpPr><a:spLocks noGrp="1" noRot="1" noChangeAspect="1"/></p:cNvSpPr><p:nvPr><p:ph type="sldImg"/></p:nvPr></p:nvSpPr><p:spPr/></p:sp>`;

const textShape = (number: number, lines: readonly SlideLine[]): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${number}" name="Notes Placeholder ${number - 1}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph type="body" idx="1"/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:lstStyle/>${lines.map(({ text }) => `<a:p>${runsXml("a:", "", text)}</a:p>`).join("")}</p:txBody></p:sp>`;

const placed = (x: number, y: number, width: number, height: number): string =>
  `<p:spPr><a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${width}" cy="${height}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>`;

const colors = [
  ...["bg1:lt1", "tx1:dk1", "bg2:lt2", "tx2:dk2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6"],
  ...["hlink", "folHlink"],
].map((each) => each.split(":"));

/** The master of notes: the picture of the slide above its notes, on a page of the usual size. */
const notesMaster = `<p:notesMaster ${spaces}><p:cSld><p:bg><p:bgRef idx="1001"><a:schemeClr val="bg1"/></p:bgRef></p:bg><p:spTree>${group}<p:sp><p:nvSpPr><p:cNvPr id="2" name="Slide Image Placeholder 1"/><p:cNvSpPr><a:spLocks noGrp="1" noRot="1" noChangeAspect="1"/></p:cNvSpPr><p:nvPr><p:ph type="sldImg" idx="2"/></p:nvPr></p:nvSpPr>${placed(685_800, 1_143_000, 5_486_400, 3_086_100)}</p:sp><p:sp><p:nvSpPr><p:cNvPr id="3" name="Notes Placeholder 2"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph type="body" sz="quarter" idx="3"/></p:nvPr></p:nvSpPr>${placed(685_800, 4_400_550, 5_486_400, 3_600_450)}<p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:pPr lvl="0"/><a:r><a:rPr lang="en-US"/><a:t>Notes</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld><p:clrMap ${colors.map(([name, as = name]) => `${name}="${as}"`).join(" ")}/></p:notesMaster>`;
