import { rewritePackage } from "../../office/package/package-writer";
import { openZip } from "../../office/package/zip";
import { createDisk } from "../../storage/saving/disk";

// Usage: dataDir target. Saves a Word document again and again: `save N.` in its text becomes `save N+1.`, the other parts are copied. Prints each
// number once the save is confirmed.
const [dataDir = "", target = ""] = process.argv.slice(2);
const disk = createDisk({ locksFolder: `${dataDir}/locks`, savesFolder: `${dataDir}/saves` });
for (;;) {
  let number = 0;
  await disk.update(target, (current) => {
    const zip = openZip(current?.bytes ?? new Uint8Array(), target);
    const text = zip.read("word/document.xml")?.toString() ?? "";
    number = Number(/save (\d+)\./.exec(text)?.[1]) + 1;
    const edited = Buffer.from(text.replace(/save \d+\./, `save ${number}.`));
    return rewritePackage(zip, new Map([["word/document.xml", edited]]), target);
  });
  console.log(`saved ${number}`);
}
