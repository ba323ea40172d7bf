import { posix } from "node:path";
import { readPart } from "../package/package-parts";
import { scanXml } from "../package/scan-xml";
import type { ZipPackage } from "../package/zip";
import { documentPrefixes } from "./document-segments";
import { readableXml, shownText } from "./plain-entities";

/** What the package document of an EPUB says: its title, the documents in reading order, and those that list the contents. */
export type PackageDocument = {
  path: string;
  title: string | null;
  documents: string[];
  navigation: string[];
};

/** Reads the package document; null if there is none. */
export function packageDocument(zip: ZipPackage): PackageDocument | null {
  const path = packagePath(zip);
  const xml = path === null ? null : readPart(zip, path);
  return path === null || xml === null ? null : { path, ...readingOrder(xml, posix.dirname(path)) };
}

function packagePath(zip: ZipPackage): string | null {
  let path: string | null = null;
  const container = readPart(zip, "META-INF/container.xml");
  if (container === null) return null;
  scanXml(readableXml(container), documentPrefixes, {
    open(name, tag) {
      if (name === "c:rootfile") path ??= tag.attribute("full-path");
    },
    close() {},
    text() {},
  });
  return path;
}

type Item = { path: string; isText: boolean; isNavigation: boolean };

function readingOrder(xml: string, folder: string): Omit<PackageDocument, "path"> {
  const items = new Map<string, Item>();
  const documents = new Set<string>();
  let title: string | null = null;
  let isTitle = false;
  scanXml(readableXml(xml), documentPrefixes, {
    open(name, tag) {
      if (name === "dc:title" && title === null) {
        isTitle = true;
        title = "";
      }
      if (name === "opf:item") {
        const href = (tag.attribute("href") ?? "").replace(/#.*$/, "");
        const kind = tag.attribute("media-type") ?? "";
        const isNavigation =
          (tag.attribute("properties") ?? "").split(" ").includes("nav") || kind === "application/x-dtbncx+xml";
        const isText = /xhtml|html/.test(kind) && !isNavigation;
        items.set(tag.attribute("id") ?? "", { path: posix.join(folder, decoded(href)), isText, isNavigation });
      }
      // Also what is read out of order (`linear="no"`), such as notes.
      if (name === "opf:itemref") {
        const item = items.get(tag.attribute("idref") ?? "");
        if (item?.isText) documents.add(item.path);
      }
    },
    close(name) {
      if (name === "dc:title") isTitle = false;
    },
    text(text) {
      if (isTitle) title = (title ?? "") + shownText(text);
    },
  });
  const collapsed = (title ?? "").replace(/\s+/g, " ").trim();
  return {
    title: collapsed === "" ? null : collapsed,
    documents: [...documents],
    navigation: [...items.values()].flatMap(({ path, isNavigation }) => (isNavigation ? [path] : [])),
  };
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}
