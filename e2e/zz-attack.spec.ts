import { readFile } from "node:fs/promises";
import { type RealKeys, realKeys } from "./real-keys";
import { shareApp } from "./shared-app";
import { test } from "./test";
const start = shareApp("all files");
test("zz attack", async () => {
  test.setTimeout(500_000);
  const galley = await start({ files: { "a.md": "Start\n" }, open: [".", "a.md"] });
  await galley.editor.click();
  const hands: RealKeys = await realKeys(galley);
  const around = (text: string) => `Above it.\n\n${text}\n\nBelow it.\n`;
  const list: [string, string[]][] = JSON.parse(await readFile("/tmp/helpers/wr-scratch/gestures.json", "utf8"));
  for (const mode of (process.env["MODES"] ?? "live").split(",")) {
    console.log("### " + mode);
    if (mode === "source") await hands.press("ctrl+slash");
    for (const [before, keys] of list) {
      await hands.put(around(before));
      for (const key of keys) await (key.startsWith("'") ? hands.type(key.slice(1)) : hands.press(key));
      const now = await hands.shown();
      const ok = now.startsWith("Above it.\n\n") && now.endsWith("\n\nBelow it.\n");
      console.log(JSON.stringify(before), keys.join(" "), "=>", JSON.stringify(ok ? now.slice(11, -12) : "!!" + now));
    }
    if (mode === "source") await hands.press("ctrl+slash");
  }
  await galley.close();
});
