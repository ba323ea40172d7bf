import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startChild } from "../../engine/testing/child-process";

const child = new URL("./journal.child.ts", import.meta.url);
const hasStrace = spawnSync("strace", ["--version"]).status === 0;

test.runIf(hasStrace)(
  "edits are on the disk before they count as journaled: their file and its folder are synced",
  async () => {
    const top = mkdtempSync(join(tmpdir(), "galley-journal-"));
    try {
      const trace = join(top, "trace");
      const traced = "trace=fsync,rename,unlink,write,pwrite64";
      const strace = ["strace", "-f", "--seccomp-bpf", "-y", "-s", "300", "-o", trace, "-e", traced];
      const journal = join(top, "journal");
      const one = startChild(child, [journal], { before: strace });
      expect(await one.ended).toMatchObject({ code: 0 });

      const lines = readFileSync(trace, "utf8").split("\n");
      let from = 0;
      /** The next matching line of the trace. */
      const next = (what: string, call: RegExp) => {
        const at = lines.findIndex((line, index) => index >= from && call.test(line));
        expect(at, `${what}, after line ${from} of the trace`).toBeGreaterThan(-1);
        from = at + 1;
      };
      const logged = (text: string) => next(`“${text}”`, new RegExp(`write\\(1<.*${text}`));
      for (const [kind, folder] of [
        ["text", journal],
        ["target", join(journal, "targets")],
      ] as const) {
        next("its bytes", new RegExp(`write(64)?\\(\\d+<${folder}/\\.[^/]*\\.tmp>`));
        next("the sync of the file", new RegExp(`fsync\\(\\d+<${folder}/\\.[^/]*\\.tmp>`));
        next("the rename", new RegExp(`rename\\("${folder}/\\.[^/]*\\.tmp", "${folder}/[^/]*\\.json"`));
        next("the sync of the folder", new RegExp(`fsync\\(\\d+<${folder}>`));
        logged(`kept ${kind}`);
        next("the removal", new RegExp(`unlink\\("${folder}/[^/]*\\.json"`));
        next("the sync of the folder", new RegExp(`fsync\\(\\d+<${folder}>`));
        logged(`cleared ${kind}`);
      }
    } finally {
      rmSync(top, { recursive: true, force: true });
    }
  },
);
